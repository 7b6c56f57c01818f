# The end of the game: who has won, what is still legal, what genmove says.
boardsize 7
10 gogui-rules_final_result
#? [unknown]

# a row
play b c1
play b d1
play b e1
play b f1
20 gogui-rules_final_result
#? [unknown]
30 gogui-rules_legal_moves
#? [a1 .* g7]
play b g1
40 gogui-rules_final_result
#? [black]
50 gogui-rules_legal_moves
#? []
60 genmove w
#? [resign]
70 genmove b
#? [resign]

# Play may go on, and changes nothing about it.
80 play w a1
#? []
90 gogui-rules_final_result
#? [black]

# a column of six
clear_board
100 gogui-rules_final_result
#? [unknown]
play w a1
play w a2
play w a3
play w a5
play w a6
110 gogui-rules_final_result
#? [unknown]
play w a4
120 gogui-rules_final_result
#? [white]
130 genmove b
#? [resign]

# diagonals
clear_board
play b c6
play b d5
play b e4
play b f3
play b g2
140 gogui-rules_final_result
#? [black]
clear_board
play w a3
play w b4
play w c5
play w d6
play w e7
150 gogui-rules_final_result
#? [white]

# A row does not go on at the other edge.
clear_board
play b e1
play b f1
play b g1
play b a2
play b b2
160 gogui-rules_final_result
#? [unknown]

# A stone of the other colour parts a row.
clear_board
play b a1
play b b1
play w c1
play b d1
play b e1
play b f1
170 gogui-rules_final_result
#? [unknown]

# the large board
boardsize 19
play w p15
play w q16
play w r17
play w s18
180 gogui-rules_final_result
#? [unknown]
play w t19
190 gogui-rules_final_result
#? [white]

# a full board without five
boardsize 5
play b a1
play b b1
play w c1
play b d1
play w e1
play w a2
play b b2
play w c2
play b d2
play b e2
play b a3
play w b3
play b c3
play w d3
play w e3
play w a4
play b b4
play b c4
play w d4
play b e4
play b a5
play w b5
play w c5
play b d5
200 gogui-rules_final_result
#? [unknown]
210 gogui-rules_legal_moves
#? [e5]
220 genmove w
#? [e5]
230 gogui-rules_final_result
#? [draw]
240 gogui-rules_legal_moves
#? []
250 genmove b
#? [pass]
260 genmove w
#? [pass]
270 play b e5
#? [illegal move: "e5" occupied]

# The winner comes first, also on a full board.
boardsize 5
play b a1
play b b1
play b d1
play b e1
play w a2
play b b2
play w c2
play b d2
play w e2
play b a3
play w b3
play b c3
play w d3
play w e3
play w a4
play b b4
play w c4
play w d4
play b e4
play w a5
play w b5
play b c5
play w d5
play w e5
280 gogui-rules_final_result
#? [unknown]
290 genmove b
#? [c1]
300 gogui-rules_final_result
#? [black]
310 genmove w
#? [resign]
