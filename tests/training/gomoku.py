"""A slow, simple implementation of freestyle and standard gomoku, to test the kernels against. A
board is a list of rows."""

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


def makes_five(board, row, column, colour, exact=False):
    for dy, dx in DIRECTIONS:
        run = 1
        for sign in (1, -1):
            y, x = row + sign * dy, column + sign * dx
            while is_on_board(board, y, x) and board[y][x] == colour:
                run, y, x = run + 1, y + sign * dy, x + sign * dx
        if run == 5 or run > 5 and not exact:
            return True
    return False


def five_points(board, colour, exact=False):
    return {
        (r, c)
        for r, c in all_points(board)
        if board[r][c] == 0 and makes_five(board, r, c, colour, exact)
    }


def points_on_lines(board, row, column):
    near = {(row + i * dy, column + i * dx) for dy, dx in DIRECTIONS for i in range(-4, 5) if i}
    return {point for point in near if is_on_board(board, *point)}


def new_five_points(board, row, column, colour, exact=False):
    """Points that complete five, on the lines through the new stone."""
    return {
        (y, x)
        for y, x in points_on_lines(board, row, column)
        if board[y][x] == 0 and makes_five(board, y, x, colour, exact)
    }


def beyond(board, points):
    """The stones before the first and after the last of some adjacent points on a line."""
    (y0, x0), (y1, x1) = points[:2]
    (y2, x2), (y3, x3) = points[-2:]
    ends = ((2 * y0 - y1, 2 * x0 - x1), (2 * y3 - y2, 2 * x3 - x2))
    return [board[y][x] for y, x in ends if is_on_board(board, y, x)]


def is_three(board, row, column, colour, exact=False):
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
                and not (exact and colour in beyond(board, points))
            ):
                return True
    return False


def codes(board, to_move, exact=False):
    """The tactical codes of all points, as in kernels.features."""
    out = [0] * len(board) ** 2
    for shift, colour in ((0, to_move), (1, 3 - to_move)):
        fives = five_points(board, colour, exact)
        for row, column in all_points(board):
            if board[row][column]:
                continue
            bits = OWN_FIVE if (row, column) in fives else 0
            board[row][column] = colour
            new = new_five_points(board, row, column, colour, exact) - fives
            bits |= OWN_WINNING_FOUR if len(new) >= 2 else 0
            bits |= OWN_FOUR if new else 0
            bits |= OWN_THREE if is_three(board, row, column, colour, exact) else 0
            board[row][column] = 0
            out[row * len(board) + column] |= bits << shift
    return out


def wins_by_vcf(board, colour, depth=12, must=None, exact=False):
    """True if `colour`, to move, wins by continuous fours. Neither side may be able to make five,
    except the opponent at `must`."""
    empty = [must] if must else [(r, c) for r, c in all_points(board) if board[r][c] == 0]
    fours = []
    for row, column in empty:
        board[row][column] = colour
        new = new_five_points(board, row, column, colour, exact)
        board[row][column] = 0
        if len(new) >= 2:
            return True
        if new:
            fours.append((row, column, *new.pop()))
    if depth == 0:
        return False
    for row, column, y, x in fours:
        board[row][column], board[y][x] = colour, 3 - colour
        threats = five_points(board, 3 - colour, exact)
        won = len(threats) < 2 and wins_by_vcf(
            board, colour, depth - 1, next(iter(threats), None), exact
        )
        board[row][column] = board[y][x] = 0
        if won:
            return True
    return False


def empty_board(size):
    return [[0] * size for _ in range(size)]


def random_board(rng, fewest, most, spread, exact=False, size=15):
    """Stones of alternating colours around a random point, without a five."""
    board = empty_board(size)
    centre, colour = (rng.randint(3, size - 4), rng.randint(3, size - 4)), 1
    for _ in range(rng.randint(fewest, most)):
        row, column = (min(size - 1, max(0, round(rng.gauss(mean, spread)))) for mean in centre)
        if board[row][column] == 0 and not makes_five(board, row, column, colour, exact):
            board[row][column], colour = colour, 3 - colour
    return board
