# The course's later assignments: solve under a time limit, and the rule-based policy.
10 timelimit 10
#? []
boardsize 3
20 solve
#? [draw [A-C][1-3]]
boardsize 5
play b a1
play w a5
play b b1
play w b5
play b c1
play w c5
play b d1
play w d5
30 solve
#? [b E1]
play b pass
40 solve
#? [w E5]
play w e5
50 solve
#? [w]
60 policy_moves
#? []

# Two ends open: nothing helps.
boardsize 7
play b b2
play b c2
play b d2
play b e2
70 solve
#? [b]

80 policy rule_based
#? []
90 policy_moves
#? [BlockWin A2 F2]
play w pass
100 policy_moves
#? [Win A2 F2]
clear_board
play w c4
play w d4
play w e4
110 policy_moves
#? [BlockOpenFour B4 F4]
play b pass
120 policy_moves
#? [OpenFour B4 F4]
boardsize 2
130 policy_moves
#? [Random A1 A2 B1 B2]
140 policy random
#? []
150 policy_moves
#? [Random A1 A2 B1 B2]
