# With --profile gogui, as GoGui's window talks to a program.
10 gogui-version 1.6.0
#? []
20 name
#? [Pentad]
30 list_commands
#? [protocol_version\nquit\n.*]
40 gogui-rules_board_size
#? [15]
50 play black H8
#? []
60 play WHITE h9
#? []
70 undo
#? []
80 gogui-rules_side_to_move
#? [white]
90 gogui-play_sequence w H9 b J9 w G7
#? []
100 gg-undo 3
#? []
110 gogui-rules_legal_moves
#? [A1 A10 .* P9]
120 gogui-rules_legal_moves
#? [!(.* )?H8( .*)?]
130 clear_board
#? []
140 gogui-setup b A1 w B1
#? []
150 gogui-setup_player w
#? []
160 gogui-rules_side_to_move
#? [white]
170 showboard
#? [.* 1 X O \. .*]
180 gogui-analyze_commands
#? [.*plist/Winning Moves/pentad-winning_moves\n.*var/Best Line/pentad-best_line\n.*]
190 time_settings 10 0 0
#? []
200 time_left b 10 0
#? []
210 boardsize 9
#? []
220 genmove b
#? [[A-HJ][1-9]]
230 reg_genmove w
#? [[A-HJ][1-9]]
240 gogui-rules_side_to_move
#? [white]

# An illegal move is an error for GTP, so it is a known failure here.
clear_board
play w A1
250 play b A1
#? [illegal move.*]*

# Drawings.
boardsize 9
timelimit 1
gogui-play_sequence b E5 w E6 b D5 w F6 b C5 w G6
260 pentad-gfx_best_moves
#? [LABEL [BF]5 100 .*\nCIRCLE [BF]5\nVAR b [BF]5 w .*\nTEXT Black wins in 3, depth [0-9]+]
270 pentad-gfx_heat
#? [COLOR #[0-9a-f]{6} [A-J][1-9]\n.*TEXT Black wins in 3, depth [0-9]+]
280 pentad-gfx_threats
#? [CIRCLE B5 F5\nTRIANGLE .*TEXT CIRCLE: an open four, TRIANGLE: stops open fours]
290 known_command lz-analyze
#? [true]
300 gogui-analyze_commands
#? [.*gfx/Best Moves/pentad-gfx_best_moves\ngfx/Heat Map/pentad-gfx_heat\ngfx/Threats/pentad-gfx_threats\n.*]
