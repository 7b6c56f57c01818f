# shellcheck disable=SC2086
exec sh training/train.sh start ${MINUTES:-25.3} --rules renju --teacher ${ROOT:-../..}/training/checkpoints/teacher_renju_8x96_0080min.pt \
    --state ../in/training_state.pt --replay ../in/replay.bin --students ../in/students.pt --games ../in/games \
    --distil-minutes ${DISTIL:-13.4} --deviations 2 --rate 7e-4 --first-simulations 32 --simulations 32 --positions 4500000 \
    --student next:begin=long,rate=1.5e-3,value=4,time=8 \
    --student engine:begin=next,games=0.8,rate=7e-4,value=4,time=2.2 ${MORE:-}
