"""Reference implementation of the courses' functions, slow and obvious."""

DIRECTIONS = (0, 1), (1, 0), (1, 1), (1, -1)


def is_on_board(board, y, x):
    return 0 <= y < len(board) and 0 <= x < len(board)


def is_free(board, y, x):
    return is_on_board(board, y, x) and board[y][x] == " "


def is_bounded(board, y_end, x_end, length, d_y, d_x):
    ends = is_free(board, y_end + d_y, x_end + d_x)
    ends += is_free(board, y_end - length * d_y, x_end - length * d_x)
    return ("CLOSED", "SEMIOPEN", "OPEN")[ends]


def detect_row(board, col, y_start, x_start, length, d_y, d_x):
    counts = {"OPEN": 0, "SEMIOPEN": 0, "CLOSED": 0}
    y, x, run = y_start, x_start, 0
    while is_on_board(board, y, x):
        if board[y][x] == col:
            run += 1
        else:
            if run == length:
                counts[is_bounded(board, y - d_y, x - d_x, length, d_y, d_x)] += 1
            run = 0
        y += d_y
        x += d_x
    if run == length:
        counts[is_bounded(board, y - d_y, x - d_x, length, d_y, d_x)] += 1
    return counts["OPEN"], counts["SEMIOPEN"], counts["CLOSED"]


def line_starts(n):
    """Yield every line of an n x n board once: its first square and its direction."""
    for i in range(n):
        yield i, 0, 0, 1
        yield 0, i, 1, 0
        yield 0, i, 1, 1
        yield 0, i, 1, -1
    for i in range(1, n):
        yield i, 0, 1, 1
        yield i, n - 1, 1, -1


def count_rows(board, col, length):
    totals = [0, 0, 0]
    for y, x, d_y, d_x in line_starts(len(board)):
        for i, count in enumerate(detect_row(board, col, y, x, length, d_y, d_x)):
            totals[i] += count
    return totals


def detect_rows(board, col, length):
    return tuple(count_rows(board, col, length)[:2])


def score(board):
    black = {n: detect_rows(board, "b", n) for n in range(2, 6)}
    white = {n: detect_rows(board, "w", n) for n in range(2, 6)}
    if sum(black[5]) > 0:
        return 100000
    if sum(white[5]) > 0:
        return -100000
    return (-10000 * (white[4][0] + white[4][1]) + 500 * black[4][0] + 50 * black[4][1]
            - 100 * white[3][0] - 30 * white[3][1] + 50 * black[3][0] + 10 * black[3][1]
            + black[2][0] + black[2][1] - white[2][0] - white[2][1])


def search_max(board):
    best, best_score = (None, None), None
    for y in range(len(board)):
        for x in range(len(board)):
            if board[y][x] == " ":
                board[y][x] = "b"
                value = score(board)
                board[y][x] = " "
                if best_score is None or value > best_score:
                    best, best_score = (y, x), value
    return best


def is_empty(board):
    return all(square == " " for row in board for square in row)


def is_win(board):
    if sum(count_rows(board, "b", 5)) > 0:
        return "Black won"
    if sum(count_rows(board, "w", 5)) > 0:
        return "White won"
    is_full = all(square != " " for row in board for square in row)
    return "Draw" if is_full else "Continue playing"


def has_won(board, who):
    return any(all(is_on_board(board, r + i * d_r, c + i * d_c)
                   and board[r + i * d_r][c + i * d_c] == who for i in range(5))
               for r in range(8) for c in range(8) for d_r, d_c in DIRECTIONS)


def valid_moves(board):
    return [(r, c) for r in range(8) for c in range(8) if board[r][c] == 0]


def suggest_move1(board, who):
    moves = valid_moves(board)
    for player in who, 3 - who:
        for r, c in moves:
            trial = [row[:] for row in board]
            trial[r][c] = player
            if has_won(trial, player):
                return r, c
    return moves[0]
