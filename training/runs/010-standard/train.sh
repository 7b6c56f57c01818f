# shellcheck disable=SC2086
exec sh training/train.sh start ${MINUTES:-27} --rules standard --teacher ${IN:-slice-in/in}/teacher_standard_8x96_0063min.pt \
    --state ${IN:-slice-in/in}/training_state.pt --replay ${IN:-slice-in/in}/replay.bin --students ${IN:-slice-in/in}/students.pt --games ${IN:-slice-in/in}/games \
    --distil-minutes ${DISTIL:-15.5} --deviations 2 --rate 7e-4 --first-simulations 32 --simulations 32 --positions ${POSITIONS:-4500000} \
    --student next:begin=sharp,rate=1.5e-3,value=4,time=9 \
    --student fine:begin=next,rate=5e-4,value=4,time=4 ${MORE:-}
