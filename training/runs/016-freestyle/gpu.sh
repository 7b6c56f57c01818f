# The GPU: a wide freestyle student on searched positions that self-play explored. $W, $T0: seconds of the plan count from there.
cd "$W/tree" || exit 1
more=${MORE:-}
minutes_until() { # SECOND LEAST
    ${PYTHON:-python3} -c "import time; print(max($2, ($T0 + $1 - time.time() - 5) / 60))"
}
mkdir -p free-games
cp "$W"/games/*.games free-games/
TRAIN_WORK=$W/free OUT=$W/out-free WATCH=5000
export TRAIN_WORK OUT WATCH
minutes=$(minutes_until "${FREE_END:-1340}" "${LEAST:-2.0}")
echo "$(date -u +%T) free, $minutes minutes"
sh training/train.sh start "$minutes" --teacher training/checkpoints/teacher_8x96_0074min.pt \
    --students training/runs/013-freestyle/students.pt --games free-games --explore 0.3 \
    --distil-minutes "${FREE_DISTIL:-13.7}" --deviations 2 --first-simulations 32 --simulations 32 --positions "${POSITIONS:-8000000}" \
    --student wide:begin=long,rate=1.5e-3,value=4,games=0.25,gated=32,whole=64,hidden=64,terms=12 $more || echo "gpu failed"
while [ -f "$TRAIN_WORK/session" ] && [ ! -f "$TRAIN_WORK/done" ] && [ ! -f "$TRAIN_WORK/gave-up" ]; do
    sleep 1
    sh training/train.sh poll
done
echo "$(date -u +%T) gpu done"
