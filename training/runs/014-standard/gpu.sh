# The GPU: eleven more minutes of the standard teacher, then one long student. $W, $T0.
cd "$W/tree" || exit 1
more=${MORE:-}
TRAIN_WORK=$W/std OUT=$W/out-std WATCH=5000
export TRAIN_WORK OUT WATCH
mkdir -p std-games
[ -n "${REHEARSE:-}" ] || cp training/runs/010-standard/standard-11001.games "$W/games/standard-8001.games" std-games/
# $STUDENT_END: the second of the plan when the student must be there.
minutes=$(python3 -c "import time; print(max(${LEAST:-2.0}, ($T0 + ${STUDENT_END:-1270} - time.time() - 5) / 60))")
echo "$(date -u +%T) standard, $minutes minutes"
sh training/train.sh start "$minutes" --rules standard --teacher training/checkpoints/teacher_standard_8x96_0075min.pt \
    --state "$W/games/training_state.pt" --students training/runs/010-standard/students.pt --games std-games \
    --distil-minutes "${DISTIL:-10.9}" --deviations 2 --rate 7e-4 --first-simulations 32 --simulations 32 --positions "${POSITIONS:-8000000}" \
    --student next:begin=fine,rate=1.5e-3,value=4,games=0.4 $more || echo "gpu failed"
while [ -f "$TRAIN_WORK/session" ] && [ ! -f "$TRAIN_WORK/done" ] && [ ! -f "$TRAIN_WORK/gave-up" ]; do
    sleep 1
    sh training/train.sh poll
done
echo "$(date -u +%T) gpu done"
