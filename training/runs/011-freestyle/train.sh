# The student's floats from the net file, then the run.
students=${TMPDIR:-/var/tmp}/pentad-floats/students.pt
rm -rf "${students%/*}"
mkdir -p "${students%/*}"
# shellcheck disable=SC2086
"${PYTHON:-python3}" -m training.rebuild data/nets/freestyle15-003.net "$students" --name sharp \
    --vectors data/nets/freestyle15-003.vectors --seconds ${REBUILD:-22} ${REBUILD_MORE:-} || exit 1
# shellcheck disable=SC2086
exec sh training/train.sh start ${MINUTES:-8.6} --teacher ${IN:-slice-in/in}/teacher.pt --state ${IN:-slice-in/in}/training_state.pt --replay ${IN:-slice-in/in}/replay.bin \
    --students "$students" --games ${IN:-slice-in/in}/games \
    --distil-minutes ${DISTIL:-4.7} --deviations 4 --rate 7e-4 --first-simulations 32 --simulations 32 --positions ${POSITIONS:-2500000} \
    --student next:begin=sharp,rate=1e-3,value=4,games=0.4,time=3.3 ${MORE:-}
