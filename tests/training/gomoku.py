"""A slow, simple implementation of all rules but renju, to test the kernels against. A board is a list
of rows."""

EXACT = ("standard", "caro")  # six are not a five
BLOCKABLE = ("caro", "caro-overline")  # a five between two opposing stones does not count
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
OWN_FIVE, OWN_WINNING_FOUR, OWN_FOUR, OWN_THREE = (
    1,
    4,
    16,
    64,
)  # the opponent's bits are twice these


def is_on_board(board, row, column):
    return 0 <= row < len(board) and 0 <= column < len(board)


def all_points(board):
    return [(row, column) for row in range(len(board)) for column in range(len(board))]


def makes_five(board, row, column, colour, rules="freestyle"):
    for dy, dx in DIRECTIONS:
        run, blocked = 1, 0
        for sign in (1, -1):
            y, x = row + sign * dy, column + sign * dx
            while is_on_board(board, y, x) and board[y][x] == colour:
                run, y, x = run + 1, y + sign * dy, x + sign * dx
            blocked += is_on_board(board, y, x) and board[y][x] == 3 - colour
        if run == 5 and not (rules in BLOCKABLE and blocked == 2) or run > 5 and rules not in EXACT:
            return True
    return False


def five_points(board, colour, rules="freestyle"):
    return {
        (r, c)
        for r, c in all_points(board)
        if board[r][c] == 0 and makes_five(board, r, c, colour, rules)
    }


def points_on_lines(board, row, column, reach=4):
    steps = [i for i in range(-reach, reach + 1) if i]
    near = {(row + i * dy, column + i * dx) for dy, dx in DIRECTIONS for i in steps}
    return {point for point in near if is_on_board(board, *point)}


def new_five_points(board, row, column, colour, rules="freestyle"):
    """Points that complete five, on the lines through the new stone."""
    return {
        (y, x)
        for y, x in points_on_lines(board, row, column)
        if board[y][x] == 0 and makes_five(board, y, x, colour, rules)
    }


def stops(board, row, column, colour, rules="freestyle"):
    """Points where the opponent stops every five on the lines through the new stone."""
    if rules not in BLOCKABLE:
        new = new_five_points(board, row, column, colour, rules)
        return new if len(new) == 1 else set()
    found = set()
    for y, x in points_on_lines(board, row, column, 5):
        if board[y][x] == 0:
            board[y][x] = 3 - colour
            if not new_five_points(board, row, column, colour, rules):
                found.add((y, x))
            board[y][x] = 0
    return found


def beyond(board, points):
    """The stones before the first and after the last of some adjacent points on a line."""
    (y0, x0), (y1, x1) = points[:2]
    (y2, x2), (y3, x3) = points[-2:]
    ends = ((2 * y0 - y1, 2 * x0 - x1), (2 * y3 - y2, 2 * x3 - x2))
    return [board[y][x] for y, x in ends if is_on_board(board, y, x)]


def is_three(board, row, column, colour, rules="freestyle"):
    """True if one more stone would make a straight four through this point."""
    for dy, dx in DIRECTIONS:
        for start in range(-4, 0):
            points = [(row + (start + i) * dy, column + (start + i) * dx) for i in range(6)]
            if not all(is_on_board(board, *point) for point in points):
                continue
            stones = [board[y][x] for y, x in points]
            if (
                stones[0] == stones[5] == 0
                and stones[1:5].count(colour) == 3
                and stones[1:5].count(0) == 1
                and not (rules in EXACT and colour in beyond(board, points))
                and not (rules in BLOCKABLE and 3 - colour in beyond(board, points))
            ):
                return True
    return False


def codes(board, to_move, rules="freestyle"):
    """The tactical codes of all points, as in kernels.features."""
    out = [0] * len(board) ** 2
    for shift, colour in ((0, to_move), (1, 3 - to_move)):
        fives = five_points(board, colour, rules)
        for row, column in all_points(board):
            if board[row][column]:
                continue
            bits = OWN_FIVE if (row, column) in fives else 0
            board[row][column] = colour
            if new_five_points(board, row, column, colour, rules) - fives:
                bits |= OWN_FOUR
                bits |= 0 if stops(board, row, column, colour, rules) else OWN_WINNING_FOUR
            bits |= OWN_THREE if is_three(board, row, column, colour, rules) else 0
            board[row][column] = 0
            out[row * len(board) + column] |= bits << shift
    return out


def wins_by_vcf(board, colour, depth=12, must=None, rules="freestyle"):
    """True if `colour`, to move, wins by continuous fours that can be stopped in one way. Neither side
    may be able to make five, except the opponent, whose fives only `must` stops."""
    empty = [must] if must else [(r, c) for r, c in all_points(board) if board[r][c] == 0]
    fours = []
    for row, column in empty:
        board[row][column] = colour
        new = new_five_points(board, row, column, colour, rules)
        replies = stops(board, row, column, colour, rules) if new else ()
        board[row][column] = 0
        if new and not replies:
            return True
        if len(replies) == 1:
            fours.append((row, column, *replies.pop()))
    if depth == 0:
        return False
    for row, column, y, x in fours:
        board[row][column], board[y][x] = colour, 3 - colour
        threats = new_five_points(board, y, x, 3 - colour, rules)
        answers = stops(board, y, x, 3 - colour, rules) if threats else {None}
        won = len(answers) == 1 and wins_by_vcf(board, colour, depth - 1, answers.pop(), rules)
        board[row][column] = board[y][x] = 0
        if won:
            return True
    return False


def empty_board(size):
    return [[0] * size for _ in range(size)]


def random_board(rng, fewest, most, spread, rules="freestyle", size=15):
    """Stones of alternating colours around a random point, without a five."""
    board = empty_board(size)
    centre, colour = (rng.randint(3, size - 4), rng.randint(3, size - 4)), 1
    for _ in range(rng.randint(fewest, most)):
        row, column = (min(size - 1, max(0, round(rng.gauss(mean, spread)))) for mean in centre)
        if board[row][column] == 0 and not makes_five(board, row, column, colour, rules):
            board[row][column], colour = colour, 3 - colour
    return board
