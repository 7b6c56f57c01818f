# shellcheck disable=SC2086
exec sh training/train.sh start ${MINUTES:-22.2} --teacher $IN/teacher.pt --state $IN/training_state.pt --students $IN/students.pt --games $IN/games \
    --distil-minutes ${DISTIL:-14.5} --deviations 2 --rate 7e-4 --first-simulations 32 --simulations 32 --positions ${POSITIONS:-4500000} \
    --student plain:begin=next,rate=1.5e-3,value=4,time=1 \
    --student table:begin=next,rate=1.5e-3,value=4,residual=1,time=1 \
    --student long:begin=plain+table,rate=1.5e-3,value=4,time=9 ${MORE:-}
