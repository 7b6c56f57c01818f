// What a stone would make where: fives, fours, threes; wins by fours alone; moves with what they
// force. Freestyle: six in a row are as good as five. Built with EXACT_FIVE for standard rules, six
// are worth nothing. Built with RENJU they are worth nothing to black alone, who must not play
// everywhere: what a forbidden stone would make is nothing.
//
// Lines are looked at as words: `own` and `empty` have a bit for every place, and shifting them
// against each other tests all windows of five of a line at once.
#pragma once

#include "forbidden.cuh"

// The tactical code of an empty point, for the side to move (own) and against it (other): who makes
// five there; who makes a winning four (two ways to make five next); a four; a three.
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

// Windows of `length` places, by their first one, that no stone of one's own touches from outside;
// where six are as good as five that does not matter.
DEV unsigned windows_apart(unsigned own, int length, int side) {
#if defined(RENJU)
    return side == BLACK ? ~(own << 1) & ~(own >> length) : FULL_LINE;
#elif defined(EXACT_FIVE)
    (void)side;
    return ~(own << 1) & ~(own >> length);
#else
    (void)own, (void)length, (void)side;
    return FULL_LINE;
#endif
}

// Empty places that complete five.
DEV unsigned five_points(unsigned own, unsigned empty, int side) {
    unsigned found = 0, apart = windows_apart(own, 5, side);
#pragma unroll
    for (int gap = 0; gap < 5; gap++) {
        unsigned window = apart & (empty >> gap);
#pragma unroll
        for (int j = 0; j < 5; j++)
            if (j != gap)
                window &= own >> j;
        found |= window << gap;
    }
    return found;
}

// Empty places after which there is one place at least that completes five, and those after which
// there are two. Windows with three stones are sorted by the distance of their two gaps: for one of
// these gaps the other is the place, and other distances mean other places.
DEV void four_points(unsigned own, unsigned empty, int side, unsigned &fours, unsigned &wins) {
    unsigned apart = windows_apart(own, 5, side);
    fours = wins = 0;
#pragma unroll
    for (int distance = 1; distance < 5; distance++) {
        unsigned lower = 0, upper = 0;
#pragma unroll
        for (int gap = 0; gap + distance < 5; gap++) {
            unsigned window = apart & (empty >> gap) & (empty >> (gap + distance));
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
}

// Empty places after which a straight four is one move away: windows of six with empty ends and two
// stones between them.
DEV unsigned three_points(unsigned own, unsigned empty, int side) {
    unsigned found = 0, ends = empty & (empty >> 5) & windows_apart(own, 6, side);
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
        unsigned empty = empty_places(s, line);
        five = five_points(own, empty, side);
        four_points(own, empty, side, four, win);
        three = three_points(own, empty, side);
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

// In how many directions a point's bit is set in one of these tables.
DEV int count_directions(const Places table[LINES], int row, int column) {
    return (table[row] >> column & 1) + (table[COLUMN_LINES + column] >> row & 1) +
           (table[FALLING_LINES + row - column] >> column & 1) +
           (table[RISING_LINES + row + column] >> column & 1);
}

#ifdef RENJU
// Fills s.forbidden. Asked are the points where the lines show that there might be a foul.
DEV void find_forbidden(Scratch &s) {
    for (int i = LANE; i < POINTS; i += WARP) {
        int row = i / SIZE, column = i % SIZE;
        bool doubtful =
            !is_occupied(s, row, column) && (count_directions(s.overline, row, column) > 0 ||
                                             count_directions(s.win[BLACK], row, column) > 0 ||
                                             count_directions(s.four[BLACK], row, column) >= 2 ||
                                             count_directions(s.three[BLACK], row, column) >= 2);
        s.forbidden[i] = doubtful && is_forbidden(s, i);
    }
    SYNC();
}
#endif

// Fills five, four, win and three for all lines and both sides, and what is forbidden.
DEV void analyze(Scratch &s) {
    SYNC();
    for (int i = LANE; i < 2 * LINES; i += WARP)
        analyze_line(s, i >> 1, i & 1);
    SYNC();
#ifdef RENJU
    find_forbidden(s);
#endif
}

// A winning four: two places to complete five, on one line or on two.
DEV bool is_win(const Scratch &s, int side, int row, int column, int fours) {
    return fours >= 2 || count_directions(s.win[side], row, column) > 0;
}

// The codes of all points of an analyzed board, into s.code; all of them together as the result.
DEV unsigned find_codes(Scratch &s, int to_move) {
    unsigned all = 0;
    for (int i = LANE; i < POINTS; i += WARP) {
        int row = i / SIZE, column = i % SIZE;
        unsigned code = 0;
        if (!is_occupied(s, row, column))
            for (int other = 0; other < 2; other++) {
                int side = other ? 1 - to_move : to_move;
                if (is_barred(s, side, i))
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

// How many places on the four lines through a point complete five for `side`, and one of them.
DEV int fives_through(const Scratch &s, int side, int point, int &where) {
    int row = point / SIZE, column = point % SIZE, count = 0, one = -1;
    for (int d = LANE; d < 4; d += WARP) {
        int line = line_through(d, row, column);
        unsigned own = stones_of(s.lines[line], side);
        if (COUNT_BITS(own) >= 4) {
            unsigned found = five_points(own, empty_places(s, line), side);
            if (found) {
                count += COUNT_BITS(found);
                one = point_on(line, LOWEST_BIT(found));
            }
        }
    }
    where = warp_max(one);
    return warp_sum(count);
}

// ---- Wins by fours alone

// After a change at two points: `four` and `win` of the attacker on the lines through them.
DEV void refresh_fours(Scratch &s, int attacker, int one, int other) {
    for (int i = LANE; i < 8; i += WARP) {
        int point = i < 4 ? one : other;
        int line = line_through(i & 3, point / SIZE, point % SIZE);
        unsigned own = stones_of(s.lines[line], attacker), four = 0, win = 0;
        if (COUNT_BITS(own) >= 3)
            four_points(own, empty_places(s, line), attacker, four, win);
        s.four[attacker][line] = (Places)four;
        s.win[attacker][line] = (Places)win;
    }
    SYNC();
}

// The attacker's fours at a depth, only at the point `must` if that is not negative. True if one of
// them wins; it is then s.move[depth].
DEV bool list_fours(Scratch &s, int attacker, int depth, int must) {
    int count = 0;
    for (int base = 0; base < POINTS; base += WARP) {
        int i = base + LANE, fours = 0;
        bool wins = false;
        if (i < POINTS && (must < 0 || i == must)) {
            fours = count_directions(s.four[attacker], i / SIZE, i % SIZE);
            wins = is_win(s, attacker, i / SIZE, i % SIZE, fours);
            if (fours > 0 && is_foul(s, attacker, i)) {
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
            if (rank < FOURS_WIDTH)
                s.fours[depth][rank] = (Point)i;
        }
        count += COUNT_BITS(found);
    }
    if (LANE == 0) {
        s.count[depth] = (uint8_t)(count < FOURS_WIDTH ? count : FOURS_WIDTH);
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

// Does the attacker, who is to move, win by fours, and with which first move? At most `budget`
// fours are tried. The board is analyzed, and nobody can make five; it is left as it was.
DEV bool solve_fours(Scratch &s, int attacker, int budget, int &first) {
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
        fives_through(s, attacker, move, reply);
        if (is_foul(s, defender, reply)) {
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
        if (threats >= 2 || depth + 1 >= FOURS_DEPTH) {
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
        won = list_fours(s, attacker, depth, threats == 1 ? threat : -1);
    }
    if (won)
        first = s.move[0];
    while (depth > 0) {
        depth--;
        take_back_four(s, attacker, s.move[depth], s.reply[depth]);
    }
    return won;
}

// ---- Moves with what they force

enum { OPEN = 0, WON = 1, LOST = -1, DRAWN = 2 };

// Where this side may play, on an analyzed board.
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

// Plays a move, then every block of a five that is forced, one after the other. The result is for
// the side then to move. If it is OPEN the board is analyzed and has codes. Who plays where he must
// not has lost, and so has he who cannot block anywhere else; who cannot play at all has a draw.
DEV int play_forced(Scratch &s, int point, int &to_move) {
    bool foul = is_foul(s, to_move, point);
    toggle(s, point, to_move);
    to_move ^= 1;
    if (foul)
        return WON;
    for (int blocks = 0; blocks < POINTS; blocks++) {
        int block, threats = fives_through(s, to_move ^ 1, point, block);
        if (threats == 0)
            break;
        if (threats >= 2 || is_foul(s, to_move, block))
            return LOST;
        point = block;
        toggle(s, point, to_move);
        to_move ^= 1;
    }
    analyze(s);
    if (find_codes(s, to_move) & OWN_WIN)
        return WON;
    return count_moves(s, to_move) == 0 ? DRAWN : OPEN;
}
