"""The starter file of the course on runs and score, with every function finished by pentad.sequences.

A course's own tests can import it as `gomoku`. It needs the package pentad: installed, or by
PYTHONPATH=build/python. `python3 gomoku.py` plays a game.
"""

from pentad.sequences import *


def report(name, passed):
    print(f"TEST CASE for {name} {'PASSED' if passed else 'FAILED'}")


def board_with(*sequences):
    """An empty board with put_seq_on_board's arguments applied."""
    board = make_empty_board(8)
    for sequence in sequences:
        put_seq_on_board(board, *sequence)
    return board


def test_is_empty():
    report("is_empty", is_empty(make_empty_board(8)))


def test_is_bounded():
    board = board_with((1, 5, 1, 0, 3, "w"))
    print_board(board)
    report("is_bounded", is_bounded(board, 3, 5, 3, 1, 0) == "OPEN")


def test_detect_row():
    board = board_with((1, 5, 1, 0, 3, "w"))
    print_board(board)
    report("detect_row", detect_row(board, "w", 0, 5, 3, 1, 0) == (1, 0))


def test_detect_rows():
    board = board_with((1, 5, 1, 0, 3, "w"))
    print_board(board)
    report("detect_rows", detect_rows(board, "w", 3) == (1, 0))


def test_search_max():
    board = board_with((0, 5, 1, 0, 4, "w"), (0, 6, 1, 0, 4, "b"))
    print_board(board)
    report("search_max", search_max(board) == (4, 6))


def easy_testset_for_main_functions():
    test_is_empty()
    test_is_bounded()
    test_detect_row()
    test_detect_rows()
    test_search_max()


def some_tests():
    """Three positions, each one with a few more stones, and their analysis."""
    board = make_empty_board(8)
    for sequences in ([(0, 5, 0, 1, 1, "w"), (0, 6, 0, 1, 1, "b"), (5, 2, 1, 0, 3, "w")],
                      [(3, 5, 1, -1, 2, "b")],
                      [(5, 3, 1, -1, 1, "b")]):
        for sequence in sequences:
            put_seq_on_board(board, *sequence)
        print_board(board)
        analysis(board)


if __name__ == "__main__":  # python3 -m pentad.sequences, which checks the input; play_gomoku does not
    import sys

    from pentad.sequences import _main

    sys.exit(_main())
