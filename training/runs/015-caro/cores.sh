# The cores, from the second call on (the program of the first had no selfplay). $W, $T0; $W/end is when all must be over.
. ./games_lib.sh
left() { # SECOND of the plan, or end: seconds until then, at least 2
    if [ "$1" = end ]; then
        while [ ! -f "$W/end" ]; do sleep 1; done
        at=$(cat "$W/end")
    else at=$((T0 + $1)); fi
    seconds=$((at - $(date +%s)))
    echo $((seconds > 2 ? seconds : 2))
}
give() { # NAME RUN FOLDER: games to a run, which reads *.games when it labels
    while [ ! -d "$W/$2/inputs/$3" ]; do sleep 1; done
    cp "$1.games" "$W/$2/inputs/$3/$1.part"
    mv "$W/$2/inputs/$3/$1.part" "$W/$2/inputs/$3/$1.games"
    say "$1 is there"
}
versus() { # SECONDS NAME NEW OLD BUDGET ARGUMENT...: BUDGET is nodes=N, or nothing for --time
    limit=$1 name=$2 new=$3 old=$4 budget=$5
    shift 5
    match "$limit" "$name" "new=strong:${budget}net=$new" "old=strong:${budget}net=$old" --games "${GAMES:-20000}" "$@"
}
f=freestyle15-004.net s=standard15-004.net TC=0.1
THREADS=13
selfplay "$(left 335)" caro-18002 --rules caro --nodes 8000 --net $s --seed 18002
give caro-18002 caro caro-games
openings 90 caro15-even --rules caro --count 500 --stones 5 --bound 40 --nodes 30000 --seed 1501
openings 90 caro-overline15-even --rules caro-overline --count 500 --stones 5 --bound 40 --nodes 30000 --seed 1502
say "openings: $(grep -vc '^#' caro15-even.txt) $(grep -vc '^#' caro-overline15-even.txt)"
freestyle() { selfplay 2000 freestyle-18001 --nodes 8000 --net $f --seed 18001; }
until_there "$W/caro/results/caro.net" freestyle
cp "$W/caro/results/caro.net" caro.net
say "caro is there"
THREADS=16
book_of() { # RULES: the even book if it has enough openings, else the old one
    if [ "$(grep -vc '^#' "$1"15-even.txt 2>/dev/null)" -ge 60 ]; then echo "$1"15-even.txt; else echo "$1"15.txt; fi
}
caro() { # SECONDS NAME RULES OLD SEED
    versus "$1" "$2" caro.net "$4" '' --rules "$3" --time "$TC/move" --tolerance 1000 --book "$(book_of "$3")" --seed "$5"
}
quarter=$(($(left end) / 4))
caro "$quarter" caro-off caro off 1803
caro "$quarter" caro-standard caro $s 1804
caro "$quarter" overline-off caro-overline off 1805
caro "$(left end)" overline-standard caro-overline $s 1806
${PYTHON:-python3} decide.py
touch done
say done
