# The GPU: caro. $W, $T0: seconds of the plan count from there.
cd "$W/tree" || exit 1
more=${MORE:-}
minutes_until() { # SECOND LEAST
    ${PYTHON:-python3} -c "import time; print(max($2, ($T0 + $1 - time.time() - 5) / 60))"
}
train() { # NAME MINUTES OPTION...
    name=$1 minutes=$2
    shift 2
    TRAIN_WORK=$W/$name OUT=$W/out-$name WATCH=5000
    export TRAIN_WORK OUT WATCH
    echo "$(date -u +%T) $name, $minutes minutes"
    sh training/train.sh start "$minutes" "$@" $more || echo "gpu failed: $name"
    while [ -f "$TRAIN_WORK/session" ] && [ ! -f "$TRAIN_WORK/done" ] && [ ! -f "$TRAIN_WORK/gave-up" ]; do
        sleep 1
        sh training/train.sh poll
    done
    echo "$(date -u +%T) $name is over"
}
mkdir -p free-games caro-games
train caro "$(minutes_until "${CARO_END:-690}" "${LEAST:-2.0}")" --rules caro --teacher training/checkpoints/teacher_standard_8x96_0085min.pt \
    --state training/runs/014-standard/training_state.pt --students training/runs/014-standard/students.pt --games caro-games \
    --distil-minutes "${CARO_DISTIL:-5.6}" --deviations 2 --rate 1e-3 --first-simulations 32 --simulations 32 --positions "${POSITIONS:-4000000}" \
    --student caro:begin=next,rate=1.5e-3,value=4,games=0.4
echo "$(date -u +%T) gpu done"
