// The tables of the C program. Generated: pentad serve --catalog > web/js/catalog.js
export const catalog = {
"rules":[
{"name":"freestyle","summary":"five or more in a row win","pool":"gomoku","fouls":[]},
{"name":"standard","summary":"exactly five in a row win; six or more do not count","pool":"gomoku","fouls":[]},
{"name":"renju","summary":"Black needs exactly five and may not make an overline, double four or double three","pool":"renju","fouls":["black"]},
{"name":"caro","summary":"exactly five win unless the opponent blocks both ends","pool":"caro","fouls":[]},
{"name":"caro-overline","summary":"like caro, but six or more always win","pool":"caro","fouls":[]}],
"openings":[
{"name":"none","summary":"Black moves first, without restrictions","steps":[],"restricted":0},
{"name":"swap","summary":"the first player places three stones, the second chooses a color","steps":[{"seat":0,"stones":3,"choices":[]},{"seat":1,"stones":0,"choices":["stay","swap"]}],"restricted":0},
{"name":"swap2","summary":"like swap, but the second player may place two more and leave the choice to the first","steps":[{"seat":0,"stones":3,"choices":[]},{"seat":1,"stones":0,"choices":["stay","swap","more"]},{"seat":1,"stones":2,"choices":[]},{"seat":0,"stones":0,"choices":["stay","swap"]}],"restricted":0},
{"name":"pro","summary":"Black's first stone in the center, the second outside the central 5x5","steps":[],"restricted":3},
{"name":"long-pro","summary":"Black's first stone in the center, the second outside the central 7x7","steps":[],"restricted":3}],
"levels":[
{"level":-2,"name":"first steps","summary":"for a first game"},
{"level":-1,"name":"novice","summary":"misses some threes and fours"},
{"level":1,"name":"level 1","summary":"always stops a four"},
{"level":2,"name":"level 2","summary":"takes a win when it sees one"},
{"level":3,"name":"level 3","summary":"a cautious player"},
{"level":4,"name":"level 4","summary":"looks a little ahead"},
{"level":5,"name":"level 5","summary":"knows simple combinations"},
{"level":6,"name":"level 6","summary":"punishes mistakes"},
{"level":7,"name":"level 7","summary":"a club player"},
{"level":8,"name":"level 8","summary":"a strong club player"},
{"level":9,"name":"level 9","summary":"hard to beat"},
{"level":10,"name":"level 10","summary":"the engine at full strength"}],
"colors":["black","white","random"],"sizes":[5,25],"formats":["sgf","psq","rec","pos","svg"],"pools":["gomoku","renju","caro","mist"],
"mist":{"size":19,"reach":3,"first":"j10","after":"m3l3b3b3l3m3e3g3s3c3p3a3o3a3p3c3s3g3e3m17l17b17b17l17m17e17g17s17c17p17a17o17a17p17c17s17g17e17m1l1b1b1l1m1e1g1s1c1p1a1o1a1p1c1s1g1e1m12l12b12b12l12m12e12g12s12c12p12a12o12a12p12c12s12g12e12m12l12b12b12l12m12e12g12s12c12p12a12o12a12p12c12s12g12e12m1l1b1b1l1m1e1g1s1c1p1a1o1a1p1c1s1g1e1m17l17b17b17l17m17e17g17s17c17p17a17o17a17p17c17s17g17e17m3l3b3b3l3m3e3g3s3c3p3a3o3a3p3c3s3g3e3m16l16b16b16l16m16e16g16s16c16p16a16o16a16p16c16s16g16e16m18l18b18b18l18m18e18g18s18c18p18a18o18a18p18c18s18g18e18m9l9b9b9l9m9e9g9s9c9p9a9o9a9p9c9s9g9e9m8l8b8b8l8m8e8g8s8c8p8a8o8a8p8c8s8g8e8m15l15b15b15l15m15e15g15s15c15p15a15o15a15p15c15s15g15e15m11l11b11b11l11m11e11g11s11c11p11a11o11a11p11c11s11g11e11m15l15b15b15l15m15e15g15s15c15p15a15o15a15p15c15s15g15e15m8l8b8b8l8m8e8g8s8c8p8a8o8a8p8c8s8g8e8m9l9b9b9l9m9e9g9s9c9p9a9o9a9p9c9s9g9e9m18l18b18b18l18m18e18g18s18c18p18a18o18a18p18c18s18g18e18m16l16b16b16l16m16e16g16s16c16p16a16o16a16p16c16s16g16e16"},
"grades":{"lost":{"doubtful":0.10,"mistake":0.20,"blunder":0.35},"log_odds":2.00,"rate_margin":0.01,"near_win":3}};
