# The GPU: a long plain student for freestyle, then the same for standard. $W, $T0.
cd "$W/tree" || exit 1
runs=training/runs
more=${MORE:-}
run() { # NAME MINUTES OPTION...
    name=$1 minutes=$2
    shift 2
    TRAIN_WORK=$W/$name OUT=$W/out-$name WATCH=5000
    export TRAIN_WORK OUT WATCH
    echo "$(date -u +%T) $name, $minutes minutes: $*"
    sh training/train.sh start "$minutes" "$@" || echo "gpu failed: $name"
    while [ -f "$TRAIN_WORK/session" ] && [ ! -f "$TRAIN_WORK/done" ] && [ ! -f "$TRAIN_WORK/gave-up" ]; do
        sleep 1
        sh training/train.sh poll
    done
    echo "$(date -u +%T) $name ended"
}
left() { # SECOND of the plan, the seconds that must be left for distilling: minutes until then
    python3 -c "import time; print(max(${LEAST:-2.0}, ($T0 + $1 - time.time() - 9) / 60))"
}
mkdir -p free-games std-games
[ -n "${REHEARSE:-}" ] || cp $runs/011-freestyle/freestyle-1[23]001.games $runs/012-freestyle/freestyle-14001.games free-games/
[ -n "${REHEARSE:-}" ] || cp $runs/010-standard/standard-11001.games "$W/games/standard-8001.games" std-games/
run free "$(left "${FREE_END:-900}")" --teacher training/checkpoints/teacher_8x96_0074min.pt --state $runs/012-freestyle/training_state.pt \
    --students $runs/012-freestyle/students.pt --games free-games --distil-minutes ${FREE_DISTIL:-8.4} --deviations 4 --rate 7e-4 \
    --first-simulations 32 --simulations 32 --positions 4000000 --student long:begin=plain,rate=1.5e-3,value=4,games=0.4 $more
run std "$(left "${STD_END:-1560}")" --rules standard --teacher training/checkpoints/teacher_standard_8x96_0075min.pt \
    --students $runs/010-standard/students.pt --games std-games --distil-minutes ${STD_DISTIL:-7.4} --deviations 2 --rate 4e-4 \
    --first-simulations 32 --simulations 32 --positions 2000000 --student next:begin=fine,rate=1.2e-3,value=4,games=0.5 $more
echo "$(date -u +%T) gpu done"
