// Threat detection: fives, fours and threes that a stone would make; the VCF solver (victory by
// continuous fours); moves with the blocks they force. Freestyle: six in a row count as five.
// Compiled with EXACT_FIVE (standard rules) they do not. Compiled with RENJU they count only for
// white, and threats that black would make on a forbidden point do not count. Compiled with CARO a
// five between two of the opponent's stones does not count.
//
// Lines are words: `own`, `other` (the opponent's stones) and `empty` have a bit for every place,
// and shifting them against each other tests all windows of five of a line at once.
#pragma once

#include "forbidden.cuh"

// The tactical code of an empty point: what the side to move (own) and the opponent (other) would
// make there: a five; a winning four (two ways to make five next); a four; a three.
enum {
    OWN_FIVE = 1,
    OTHER_FIVE = 2,
    OWN_WIN = 4,
    OTHER_WIN = 8,
    OWN_FOUR = 16,
    OTHER_FOUR = 32,
    OWN_THREE = 64,
    OTHER_THREE = 128
};

// Windows of `length` places, by their first place, whose neighbours let a five count: five places
// for a five, six for a straight four, which has a five at each end.
DEV unsigned counting_windows(unsigned own, unsigned other, int length, int side) {
    unsigned windows = FULL_LINE;
#ifdef EXACT_FIVE
    windows &= ~(own << 1) & ~(own >> length);
#endif
#ifdef RENJU
    if (side == BLACK)
        windows &= ~(own << 1) & ~(own >> length);
#endif
#ifdef CARO
    // Next to a straight four one stone is enough: its block is the other neighbour of a five.
    unsigned before = other << 1, after = other >> length;
    windows &= length == 5 ? ~(before & after) : ~(before | after);
#endif
    (void)own, (void)other, (void)length, (void)side;
    return windows;
}

// Empty places that complete five.
DEV unsigned five_points(unsigned own, unsigned other, unsigned empty, int side) {
    unsigned found = 0, counting = counting_windows(own, other, 5, side);
#pragma unroll
    for (int gap = 0; gap < 5; gap++) {
        unsigned window = counting & (empty >> gap);
#pragma unroll
        for (int j = 0; j < 5; j++)
            if (j != gap)
                window &= own >> j;
        found |= window << gap;
    }
    return found;
}

// Empty places where a stone of the opponent leaves no place to complete five; all of them if there
// is no such place before. In caro also the neighbour of a five whose other neighbour is blocked.
DEV unsigned stop_points(unsigned own, unsigned other, unsigned empty, int side) {
    unsigned stops = empty, counting = counting_windows(own, other, 5, side);
    for (int gap = 0; gap < 5; gap++) {
        unsigned window = counting & (empty >> gap);
        for (int j = 0; j < 5; j++)
            if (j != gap)
                window &= own >> j;
        for (; window; window &= window - 1) {
            int first = LOWEST_BIT(window);
            unsigned stop = 1u << (first + gap);
#ifdef CARO
            unsigned before = first > 0 ? 1u << (first - 1) : 0, after = 1u << (first + 5);
            if (other & before)
                stop |= after;
            if (other & after)
                stop |= before;
#endif
            stops &= stop;
        }
    }
    return stops;
}

// `fours`: empty places that leave at least one place to complete five. `wins`: those that leave
// two. Windows with three stones are processed by the distance of their two gaps: a stone in one
// gap makes the other gap a five point, and different distances give different points. In caro one
// stone can stop both, and then it is not a win.
DEV void four_points(unsigned own, unsigned other, unsigned empty, int side, unsigned &fours,
                     unsigned &wins) {
    unsigned counting = counting_windows(own, other, 5, side);
    fours = wins = 0;
#pragma unroll
    for (int distance = 1; distance < 5; distance++) {
        unsigned lower = 0, upper = 0;
#pragma unroll
        for (int gap = 0; gap + distance < 5; gap++) {
            unsigned window = counting & (empty >> gap) & (empty >> (gap + distance));
#pragma unroll
            for (int j = 0; j < 5; j++)
                if (j != gap && j != gap + distance)
                    window &= own >> j;
            lower |= window << gap;
            upper |= window << (gap + distance);
        }
        wins |= fours & lower;
        fours |= lower;
        wins |= fours & upper;
        fours |= upper;
    }
#ifdef CARO
    for (unsigned rest = wins; rest; rest &= rest - 1) {
        unsigned stone = rest & (0 - rest);
        if (stop_points(own | stone, other, empty & ~stone, side))
            wins &= ~stone;
    }
#endif
}

// Empty places that make a three, one move away from a straight four: windows of six with empty
// ends and two stones between them.
DEV unsigned three_points(unsigned own, unsigned other, unsigned empty, int side) {
    unsigned found = 0, ends = empty & (empty >> 5) & counting_windows(own, other, 6, side);
    if (!ends)
        return 0;
#pragma unroll
    for (int a = 1; a < 4; a++)
#pragma unroll
        for (int b = a + 1; b < 5; b++) {
            unsigned window = ends & (empty >> a) & (empty >> b);
#pragma unroll
            for (int j = 1; j < 5; j++)
                if (j != a && j != b)
                    window &= own >> j;
            found |= (window << a) | (window << b);
        }
    return found;
}

DEV void analyze_line(Scratch &s, int line, int side) {
    unsigned own = stones_of(s.lines[line], side), five = 0, four = 0, win = 0, three = 0;
    if (COUNT_BITS(own) >= 2) {
        unsigned other = stones_of(s.lines[line], 1 - side), empty = empty_places(s, line);
        five = five_points(own, other, empty, side);
        four_points(own, other, empty, side, four, win);
        three = three_points(own, other, empty, side);
    }
    s.five[side][line] = (Places)five;
    s.four[side][line] = (Places)four;
    s.win[side][line] = (Places)win;
    s.three[side][line] = (Places)three;
#ifdef RENJU
    if (side == BLACK)
        s.overline[line] = (Places)overline_points(own, empty_places(s, line));
#endif
}

// The number of directions in which a point's bit is set in a table.
DEV int count_directions(const Places table[LINES], int row, int column) {
    return (table[row] >> column & 1) + (table[COLUMN_LINES + column] >> row & 1) +
           (table[FALLING_LINES + row - column] >> column & 1) +
           (table[RISING_LINES + row + column] >> column & 1);
}

#ifdef RENJU
// Fills s.forbidden. Only points whose lines allow a forbidden move are checked.
DEV void find_forbidden(Scratch &s) {
    for (int i = LANE; i < POINTS; i += WARP) {
        int row = i / SIZE, column = i % SIZE;
        bool possible =
            !is_occupied(s, row, column) && (count_directions(s.overline, row, column) > 0 ||
                                             count_directions(s.win[BLACK], row, column) > 0 ||
                                             count_directions(s.four[BLACK], row, column) >= 2 ||
                                             count_directions(s.three[BLACK], row, column) >= 2);
        s.forbidden[i] = possible && is_forbidden(s, i);
    }
    SYNC();
}
#endif

// Fills five, four, win and three for all lines and both sides, and the forbidden points.
DEV void analyze(Scratch &s) {
    SYNC();
    for (int i = LANE; i < 2 * LINES; i += WARP)
        analyze_line(s, i >> 1, i & 1);
    SYNC();
#ifdef RENJU
    find_forbidden(s);
#endif
}

// True for a winning four: two places to complete five, on one line or on two.
DEV bool is_win(const Scratch &s, int side, int row, int column, int fours) {
    return fours >= 2 || count_directions(s.win[side], row, column) > 0;
}

// The tactical codes of all points of an analyzed board, into s.code. Returns the OR of all codes.
DEV unsigned find_codes(Scratch &s, int to_move) {
    unsigned all = 0;
    for (int i = LANE; i < POINTS; i += WARP) {
        int row = i / SIZE, column = i % SIZE;
        unsigned code = 0;
        if (!is_occupied(s, row, column))
            for (int other = 0; other < 2; other++) {
                int side = other ? 1 - to_move : to_move;
                if (is_marked_forbidden(s, side, i))
                    continue;
                int fours = count_directions(s.four[side], row, column);
                unsigned bits = count_directions(s.five[side], row, column) ? OWN_FIVE : 0;
                bits |= is_win(s, side, row, column, fours) ? OWN_WIN : 0;
                bits |= fours ? OWN_FOUR : 0;
                bits |= count_directions(s.three[side], row, column) ? OWN_THREE : 0;
                code |= bits << other;
            }
        s.code[i] = (uint8_t)code;
        all |= code;
    }
    SYNC();
    return warp_or(all);
}

// The points that stop every five of a side: there is no five, none stops all, one, or several.
enum { NO_FIVE, NO_STOP, ONE_STOP, SOME_STOPS };

// How the fives of `side` on the four lines through its stone at `point` can be stopped; `where` is
// one of the stops. Two lines have only the stone in common, so nothing stops fives on both.
DEV int fives_through(const Scratch &s, int side, int point, int &where) {
    int row = point / SIZE, column = point % SIZE, lines = 0, count = 0, one = -1;
    for (int d = LANE; d < 4; d += WARP) {
        int line = line_through(d, row, column);
        unsigned own = stones_of(s.lines[line], side);
        if (COUNT_BITS(own) >= 4) {
            unsigned other = stones_of(s.lines[line], 1 - side), empty = empty_places(s, line);
            if (five_points(own, other, empty, side)) {
                unsigned stops = stop_points(own, other, empty, side);
                lines++;
                count += COUNT_BITS(stops);
                if (stops)
                    one = point_on(line, LOWEST_BIT(stops));
            }
        }
    }
    where = warp_max(one);
    lines = warp_sum(lines);
    count = warp_sum(count);
    if (lines == 0)
        return NO_FIVE;
    return lines > 1 || count == 0 ? NO_STOP : count == 1 ? ONE_STOP : SOME_STOPS;
}

#ifdef CARO
// The number of lines on which `side` can make five; the stops of each are in s.win[0].
DEV int find_stops(Scratch &s, int side) {
    int lines = 0;
    SYNC();
    for (int line = LANE; line < LINES; line += WARP) {
        unsigned own = stones_of(s.lines[line], side), stops = 0;
        if (COUNT_BITS(own) >= 4) {
            unsigned other = stones_of(s.lines[line], 1 - side), empty = empty_places(s, line);
            if (five_points(own, other, empty, side)) {
                stops = stop_points(own, other, empty, side);
                lines++;
            }
        }
        s.win[0][line] = (Places)stops;
    }
    SYNC();
    return warp_sum(lines);
}

// If the opponent can make five, removes the candidates that do not stop it.
DEV void keep_stops(Scratch &s, int to_move) {
    int lines = find_stops(s, 1 - to_move);
    if (lines == 0)
        return;
    unsigned any = 0;
    for (int row = LANE; row < SIZE; row += WARP) {
        unsigned stops = 0;
        for (int column = 0; column < SIZE; column++)
            if (count_directions(s.win[0], row, column) == lines)
                stops |= 1u << column;
        s.five[1][row] = (Places)stops;
        any |= stops;
    }
    SYNC();
    if (warp_or(any)) // otherwise the game is lost, but there must be a move
        for (int row = LANE; row < SIZE; row += WARP)
            s.five[0][row] &= s.five[1][row];
    SYNC();
}
#endif

// ---- VCF solver

// Updates `four` and `win` of the attacker on the lines through two changed points.
DEV void refresh_fours(Scratch &s, int attacker, int one, int other) {
    for (int i = LANE; i < 8; i += WARP) {
        int point = i < 4 ? one : other;
        int line = line_through(i & 3, point / SIZE, point % SIZE);
        unsigned own = stones_of(s.lines[line], attacker), four = 0, win = 0;
        if (COUNT_BITS(own) >= 3)
            four_points(own, stones_of(s.lines[line], 1 - attacker), empty_places(s, line),
                        attacker, four, win);
        s.four[attacker][line] = (Places)four;
        s.win[attacker][line] = (Places)win;
    }
    SYNC();
}

// Lists the attacker's fours at a depth; only the point `must` if it is not negative. True if one
// of them wins, which is then s.move[depth].
DEV bool list_fours(Scratch &s, int attacker, int depth, int must) {
    int count = 0;
    for (int base = 0; base < POINTS; base += WARP) {
        int i = base + LANE, fours = 0;
        bool wins = false;
        if (i < POINTS && (must < 0 || i == must)) {
            fours = count_directions(s.four[attacker], i / SIZE, i % SIZE);
            wins = is_win(s, attacker, i / SIZE, i % SIZE, fours);
            if (fours > 0 && is_forbidden_to(s, attacker, i)) {
                fours = 0;
                wins = false;
            }
        }
        unsigned winning = warp_ballot(wins);
        if (winning) {
            if (LANE == 0)
                s.move[depth] = (Point)(base + LOWEST_BIT(winning));
            SYNC();
            return true;
        }
        unsigned found = warp_ballot(fours > 0);
        if (fours > 0) {
            int rank = count + COUNT_BITS(found & ((1u << LANE) - 1u));
            if (rank < VCF_WIDTH)
                s.fours[depth][rank] = (Point)i;
        }
        count += COUNT_BITS(found);
    }
    if (LANE == 0) {
        s.count[depth] = (uint8_t)(count < VCF_WIDTH ? count : VCF_WIDTH);
        s.next[depth] = 0;
    }
    SYNC();
    return false;
}

DEV void take_back_four(Scratch &s, int attacker, int move, int reply) {
    toggle(s, move, attacker);
    toggle(s, reply, 1 - attacker);
    refresh_fours(s, attacker, move, reply);
}

DEV void next_four(Scratch &s, int depth) {
    if (LANE == 0)
        s.next[depth]++;
    SYNC();
}

// VCF search: true if the attacker, who is to move, wins by continuous fours; `first` is the first
// move. In caro fours that can be stopped in several ways, and such replies, are not followed. Tries at most `budget` fours. The board must be analyzed, and neither side may be able to
// make five. Restores the board.
DEV bool solve_vcf(Scratch &s, int attacker, int budget, int &first) {
    int defender = 1 - attacker, depth = 0;
    bool won = list_fours(s, attacker, 0, -1);
    for (int tried = 0; !won;) {
        if (s.next[depth] >= s.count[depth]) {
            if (depth == 0)
                break;
            depth--;
            take_back_four(s, attacker, s.move[depth], s.reply[depth]);
            next_four(s, depth);
            continue;
        }
        if (tried++ >= budget)
            break;
        int move = s.fours[depth][s.next[depth]], reply, threat;
        toggle(s, move, attacker);
        if (fives_through(s, attacker, move, reply) != ONE_STOP) { // in caro
            toggle(s, move, attacker);
            next_four(s, depth);
            continue;
        }
        if (is_forbidden_to(s, defender, reply)) {
            toggle(s, move, attacker);
            if (LANE == 0)
                s.move[depth] = (Point)move;
            SYNC();
            won = true;
            break;
        }
        toggle(s, reply, defender);
        int threats = fives_through(s, defender, reply, threat);
        refresh_fours(s, attacker, move, reply);
        if ((threats != NO_FIVE && threats != ONE_STOP) || depth + 1 >= VCF_DEPTH) {
            take_back_four(s, attacker, move, reply);
            next_four(s, depth);
            continue;
        }
        if (LANE == 0) {
            s.move[depth] = (Point)move;
            s.reply[depth] = (Point)reply;
        }
        SYNC();
        depth++;
        won = list_fours(s, attacker, depth, threats == ONE_STOP ? threat : -1);
    }
    if (won)
        first = s.move[0];
    while (depth > 0) {
        depth--;
        take_back_four(s, attacker, s.move[depth], s.reply[depth]);
    }
    return won;
}

// ---- Moves with forced blocks

enum { OPEN = 0, WON = 1, LOST = -1, DRAWN = 2 };

// The number of legal moves of this side, on an analyzed board.
DEV int count_moves(const Scratch &s, int side) {
    int moves = 0;
    for (int row = LANE; row < SIZE; row += WARP)
        moves += SIZE - COUNT_BITS(all_stones(s.lines[row]));
#ifdef RENJU
    if (side == BLACK)
        for (int i = LANE; i < POINTS; i += WARP)
            moves -= s.forbidden[i];
#else
    (void)side;
#endif
    return warp_sum(moves);
}

// Plays a move, then every forced block of a five, one after the other. Returns the result for the
// side then to move. If it is OPEN the board is analyzed and has codes; in caro there may be a five
// to stop, in several ways. A move on a forbidden point
// loses, and so does a four that can only be blocked on one; a side without legal moves draws.
DEV int play_forced(Scratch &s, int point, int &to_move) {
    bool forbidden = is_forbidden_to(s, to_move, point);
    toggle(s, point, to_move);
    to_move ^= 1;
    if (forbidden)
        return WON;
#ifdef CARO
    if (find_stops(s, to_move) > 0)
        return WON; // the move did not stop the five
#endif
    for (int blocks = 0; blocks < POINTS; blocks++) {
        int block, threats = fives_through(s, to_move ^ 1, point, block);
        if (threats == NO_FIVE || threats == SOME_STOPS)
            break;
        if (threats == NO_STOP || is_forbidden_to(s, to_move, block))
            return LOST;
        point = block;
        toggle(s, point, to_move);
        to_move ^= 1;
    }
    analyze(s);
    if ((find_codes(s, to_move) & (OWN_WIN | OTHER_FIVE)) == OWN_WIN)
        return WON;
    return count_moves(s, to_move) == 0 ? DRAWN : OPEN;
}
