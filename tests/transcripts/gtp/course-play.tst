# The play command: what is accepted, and the three reasons for a refusal in their order.
boardsize 7
10 gogui-rules_side_to_move
#? [black]
20 play b a1
#? []
30 gogui-rules_side_to_move
#? [white]
40 play W B2
#? []
50 gogui-rules_side_to_move
#? [black]

# wrong color
60 play c a2
#? [illegal move: "c" wrong color]
70 play C A2
#? [illegal move: "c" wrong color]
80 play black a2
#? [illegal move: "black" wrong color]
90 play white a2
#? [illegal move: "white" wrong color]
100 play e a2
#? [illegal move: "e" wrong color]
110 play bb a2
#? [illegal move: "bb" wrong color]
120 play x z99
#? [illegal move: "x" wrong color]
130 play x a1
#? [illegal move: "x" wrong color]
140 play x pass
#? [illegal move: "x" wrong color]

# wrong coordinate
150 play b a8
#? [illegal move: "a8" wrong coordinate]
160 play b h1
#? [illegal move: "h1" wrong coordinate]
170 play B A10
#? [illegal move: "a10" wrong coordinate]
180 play b a0
#? [illegal move: "a0" wrong coordinate]
190 play b i1
#? [illegal move: "i1" wrong coordinate]
200 play b aa
#? [illegal move: "aa" wrong coordinate]
210 play b 1a
#? [illegal move: "1a" wrong coordinate]
220 play b a
#? [illegal move: "a" wrong coordinate]
230 play b 1
#? [illegal move: "1" wrong coordinate]
240 play b a-1
#? [illegal move: "a-1" wrong coordinate]
250 play b a1x
#? [illegal move: "a1x" wrong coordinate]
260 play b a1.0
#? [illegal move: "a1\.0" wrong coordinate]
270 play b resign
#? [illegal move: "resign" wrong coordinate]
280 play b a99999999999999999999
#? [illegal move: "a99999999999999999999" wrong coordinate]

# occupied
290 play b a1
#? [illegal move: "a1" occupied]
300 play w A1
#? [illegal move: "a1" occupied]
310 play b b2
#? [illegal move: "b2" occupied]
320 play b a01
#? [illegal move: "a01" occupied]

# None of these changed anything.
330 gogui-rules_side_to_move
#? [black]
340 gogui-rules_board
#? [(\.{7}\n){5}\.O\.{5}\nX\.{6}]

# Turns are not enforced, and passing is allowed.
350 play w c3
#? []
360 play w c4
#? []
370 gogui-rules_side_to_move
#? [black]
380 play b pass
#? []
390 gogui-rules_side_to_move
#? [white]
400 play w PASS
#? []
410 gogui-rules_final_result
#? [unknown]

# Column j follows h, and a larger board has more points.
boardsize 19
420 play b j1
#? []
430 play w T19
#? []
440 play b i10
#? [illegal move: "i10" wrong coordinate]
450 play b u1
#? [illegal move: "u1" wrong coordinate]
460 play b a20
#? [illegal move: "a20" wrong coordinate]
470 play w j1
#? [illegal move: "j1" occupied]

# The wrong number of words is an error, which no pattern may expect here.
480 play b
#? [.*]*
490 foo
#? [Unknown command]*
