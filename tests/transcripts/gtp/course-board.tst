# The board's size, its legal moves and how it is shown.
10 gogui-rules_game_id
#? [Gomoku]
20 gogui-rules_board_size
#? [7]
30 protocol_version
#? [2]
boardsize 3
40 gogui-rules_legal_moves
#? [a1 a2 a3 b1 b2 b3 c1 c2 c3]
play b b2
50 gogui-rules_legal_moves
#? [a1 a2 a3 b1 b3 c1 c2 c3]
60 gogui-rules_board
#? [\.\.\.\n\.X\.\n\.\.\.]
70 gogui-rules_side_to_move
#? [white]
80 clear_board
#? []
90 gogui-rules_legal_moves
#? [a1 a2 a3 b1 b2 b3 c1 c2 c3]
100 gogui-rules_side_to_move
#? [black]

# The order is that of letters: 10 comes before 2.
boardsize 10
110 gogui-rules_legal_moves
#? [a1 a10 a2 a3 .* h9 j1 j10 .* k8 k9]
120 gogui-rules_legal_moves
#? [([a-hjk]([1-9]|10) ){99}k9]
130 gogui-rules_legal_moves
#? [!.*i.*]
boardsize 19
140 gogui-rules_legal_moves
#? [([a-hj-t][0-9]+ ){360}t9]
150 gogui-rules_legal_moves
#? [a1 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a2 .*]
play b t19
play w j10
160 gogui-rules_legal_moves
#? [([a-hj-t][0-9]+ ){358}t9]
170 gogui-rules_legal_moves
#? [!(.* )?(t19|j10)( .*)?]

# genmove chooses a legal point, and the other side is next.
boardsize 5
180 genmove b
#? [[a-e][1-5]]
190 gogui-rules_side_to_move
#? [white]
200 genmove b
#? [[a-e][1-5]]
210 gogui-rules_side_to_move
#? [white]
220 genmove w
#? [[a-e][1-5]]
230 gogui-rules_side_to_move
#? [black]
240 gogui-rules_legal_moves
#? [([a-e][1-5] ){21}[a-e][1-5]]
boardsize 2
genmove w
genmove b
genmove w
250 gogui-rules_legal_moves
#? [[ab][12]]
260 gogui-rules_final_result
#? [unknown]
genmove b
270 gogui-rules_final_result
#? [draw]
280 genmove w
#? [pass]

290 boardsize 6
#? []
300 gogui-rules_board
#? [\.{6}\n\.{6}\n\.{6}\n\.{6}\n\.{6}\n\.{6}]
310 komi 6.5
#? []
320 known_command play
#? [true]
330 known_command foo
#? [false]
340 list_commands
#? [protocol_version quit name .* gogui-analyze_commands]
350 gogui-analyze_commands
#? [(pstring/[^/]+/gogui-rules_\w+\n){5}pstring/Show Board/gogui-rules_board]
