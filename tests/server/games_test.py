"""Games between users: every message, in every relevant state."""

import json
import signal
import threading
import time

from client import Person, Refused, ServedTest


class GamesTest(ServedTest):
    def refuses(self, code, call, *args, **options):
        with self.assertRaises(Refused) as caught:
            call(*args, **options)
        self.assertEqual(caught.exception.code, code, caught.exception)

    def pair(self, **options):
        """Two users in a game, the first in seat 0."""
        ann, ben = Person(self.server.port), Person(self.server.port)
        game = ann.new_game("link", color="black", **options)["game"]
        ben.act(game, do="join")
        return ann, ben, game

    def play_all(self, players, game, moves):
        state = players[0].get("/api/games/" + game)
        for move in moves:
            state = players[state["turn"]["seat"]].play(game, move, state)
        return state

    def test_a_whole_game_over_sockets(self):
        ann, ben, game = self.pair()
        sockets = [ann.socket(), ben.socket()]
        for socket in sockets:
            self.assertEqual(socket.read()["is"], "welcome")
            self.assertEqual(socket.do("watch", game=game)["game"]["state"], "playing")
        moves = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]
        for ply, move in enumerate(moves):
            sockets[ply % 2].do("play", game=game, ply=ply, line=0, move=move)
            if ply < 8:
                for socket in sockets:
                    told = socket.wait("moved")
                    self.assertEqual((told["ply"], told["move"]), (ply + 1, move))
        for seat, socket in enumerate(sockets):
            end = socket.wait("game")
            self.assertEqual((end["state"], end["result"]["winner"], end["result"]["reason"], end["you"]),
                             ("over", "black", "five", seat))
            self.assertEqual(sorted(end["five"]), sorted(["h8", "h9", "h10", "h11", "h12"]))

    def test_moves_are_idempotent(self):
        ann, ben, game = self.pair()
        for _ in range(3):
            state = ann.act(game, do="play", ply=0, line=0, move="h8")
            self.assertEqual(state["moves"], ["h8"])
        ben.act(game, do="play", ply=1, line=0, move="i9")
        self.assertEqual(ann.act(game, do="play", ply=0, line=0, move="h8")["moves"], ["h8", "i9"])
        self.refuses("stale", ann.act, game, do="play", ply=0, line=0, move="h9")

    def test_illegal_moves(self):
        ann, ben, game = self.pair()
        self.refuses("not_your_turn", ben.act, game, do="play", ply=0, line=0, move="h8")
        self.refuses("bad_value", ann.act, game, do="play", ply=0, line=0, move="z99")
        self.refuses("illegal_move", ann.act, game, do="play", ply=0, line=0, move="swap")
        ann.play(game, "h8")
        self.refuses("occupied", ben.play, game, "h8")
        self.refuses("stale", ben.act, game, do="play", ply=2, line=0, move="h9")
        self.refuses("not_yours", Person(self.server.port).play, game, "h9")
        self.refuses("not_found", ann.act, "aaaaaaaaaaaa", do="resign")

    def test_malformed_messages(self):
        ann, _, game = self.pair()
        self.refuses("malformed", ann.act, game, do="play", ply=0, line=0)
        self.refuses("malformed", ann.act, game, do="resign", because="tired")
        self.refuses("malformed", ann.act, game, do="play", ply="0", line=0, move="h8")
        self.refuses("malformed", ann.act, game, undo="play")
        self.refuses("unknown_message", ann.act, game, do="win")
        self.refuses("not_now", ann.act, game, do="watch")
        for body in (b"", b"{", b"[]", b'{"do":"resign","do":"draw"}', b'"do"', b"\xff", b"{" * 2000):
            status, _, _ = ann.ask("POST", "/api/games/" + game, body,
                                   {**ann.headers(), "Content-Type": "application/json"})
            self.assertEqual(status, 400, body)

    def test_every_ruleset_and_size(self):
        choices = Person(self.server.port).get("/api/choices")
        self.assertIn("renju", [row["name"] for row in choices["rules"]])
        for rules in (row["name"] for row in choices["rules"]):
            for size in (*choices["sizes"], 19):
                ann, ben, game = self.pair(rules=rules, size=size)
                state = self.play_all([ann, ben], game, ["c3", "d4"])
                self.assertEqual((state["rules"], state["size"], state["ply"]), (rules, size, 2))

    def test_invalid_game_requests(self):
        ann = Person(self.server.port)
        for options in ({"size": 4}, {"size": 26}, {"size": 15.5}, {"size": "15"}, {"chat": 1}, {"colour": "black"}):
            self.refuses("malformed", ann.new_game, "anyone", **options)
        for options in ({"rules": "chess"}, {"opening": "gambit"}, {"time": "soon"}, {"time": "-1"},
                        {"color": "green"}, {"mist": True, "size": 15}, {"mist": True, "rules": "renju"}, {"key": ""}):
            self.refuses("bad_value", ann.new_game, "anyone", **options)
        for opponent in ("level:0", "level:11", "me", "user:", ""):
            self.refuses("bad_value", ann.new_game, opponent)
        self.refuses("not_found", ann.new_game, "user:nobody")

    def test_fouls_are_shown_with_the_reason(self):
        ann, ben, game = self.pair(rules="renju")
        state = self.play_all([ann, ben], game, ["h8", "a1", "h9", "a3", "g7", "a5", "f7", "a7"])
        self.assertEqual(state["fouls"], {"h7": "double-three"})
        self.refuses("illegal_move", ann.play, game, "h7")

    def test_swap2_step_by_step(self):
        ann, ben, game = self.pair(opening="swap2")
        state = ann.get("/api/games/" + game)
        self.assertEqual((state["turn"]["asks"], state["turn"]["stones"], state["turn"]["seat"]), ("stone", 3, 0))
        state = self.play_all([ann, ben], game, ["h8", "i9", "j10"])
        self.assertEqual((state["turn"]["asks"], state["turn"]["choices"], state["turn"]["seat"]),
                         ("choice", ["stay", "swap", "more"], 1))
        self.refuses("illegal_move", ben.play, game, "a1")
        state = self.play_all([ann, ben], game, ["more", "a1", "b2"])
        self.assertEqual((state["turn"]["choices"], state["turn"]["seat"]), (["stay", "swap"], 0))
        state = ann.play(game, "swap")
        self.assertEqual([seat["color"] for seat in state["seats"]], ["white", "black"])
        self.assertEqual((state["turn"]["asks"], state["turn"]["seat"]), ("stone", 0))
        self.assertEqual(state["moves"], ["h8", "i9", "j10", "more", "a1", "b2", "swap"])

    def test_pro_says_where_stones_belong(self):
        ann, ben, game = self.pair(opening="pro")
        self.assertEqual(ann.get("/api/games/" + game)["turn"]["zone"], {"allowed": "inside", "low": "h8", "high": "h8"})
        self.refuses("illegal_move", ann.play, game, "a1")
        self.assertIsNone(ann.play(game, "h8")["turn"]["zone"])
        state = ben.play(game, "i9")
        self.assertEqual(state["turn"]["zone"], {"allowed": "outside", "low": "f6", "high": "j10"})
        self.refuses("illegal_move", ann.play, game, "f6")
        self.assertIsNone(ann.play(game, "e5")["turn"]["zone"])

    def test_taking_back_needs_both(self):
        ann, ben, game = self.pair()
        self.play_all([ann, ben], game, ["h8", "i9"])
        self.refuses("not_now", ann.act, game, do="takeback", plies=1)
        state = ann.act(game, do="takeback", plies=2)
        self.assertEqual((state["offers"]["takeback"], state["offers"]["plies"]), (0, 2))
        ben.act(game, do="decline")
        ann.act(game, do="takeback", plies=2)
        self.refuses("stale", ben.act, game, do="takeback", plies=1)
        state = ben.act(game, do="takeback", plies=2)
        self.assertEqual((state["ply"], state["line"], state["offers"]["takeback"]), (0, 1, None))
        self.refuses("stale", ann.act, game, do="play", ply=0, line=0, move="h8")
        ann.act(game, do="play", ply=0, line=1, move="g7")

    def test_the_viewer_learns_what_is_possible(self):
        ann, ben, game = self.pair()
        eve = Person(self.server.port)

        def possible(person):
            state = person.get("/api/games/" + game)
            return state["actions"], state["takeback_plies"]
        self.assertEqual(possible(ann), (["play", "resign", "draw", "abort"], 0))
        self.assertEqual(possible(eve), ([], 0))
        self.play_all([ann, ben], game, ["h8", "i9"])
        self.assertEqual(possible(ann), (["play", "resign", "draw", "takeback"], 2))
        self.assertEqual(possible(ben), (["resign", "draw", "takeback"], 1))
        ann.act(game, do="draw")
        self.assertEqual(possible(ben), (["resign", "draw", "takeback", "decline"], 1))
        ben.act(game, do="resign")
        self.assertEqual(possible(ann), (["rematch"], 0))

    def test_a_move_withdraws_offers(self):
        ann, ben, game = self.pair()
        ann.play(game, "h8")
        self.assertEqual(ann.act(game, do="draw")["offers"]["draw"], 0)
        self.assertEqual(ben.play(game, "i9")["offers"]["draw"], None)

    def test_a_draw_by_agreement(self):
        ann, ben, game = self.pair()
        ann.act(game, do="draw")
        state = ben.act(game, do="draw")
        self.assertEqual((state["state"], state["result"]["reason"], state["result"]["winner"]),
                         ("over", "agreed", None))

    def test_resigning(self):
        ann, ben, game = self.pair()
        state = ben.act(game, do="resign")
        self.assertEqual(state["result"], {"winner": "black", "seat": 0, "reason": "resign",
                                           "text": "Black wins by resignation"})
        self.refuses("not_playing", ann.play, game, "h8")

    def test_aborting_before_the_second_move(self):
        ann, ben, game = self.pair()
        ann.play(game, "h8")
        self.assertEqual(ben.act(game, do="abort")["state"], "aborted")
        ann, ben, game = self.pair()
        self.play_all([ann, ben], game, ["h8", "i9"])
        self.refuses("not_now", ann.act, game, do="abort")

    def test_withdrawing_and_joining(self):
        ann, ben, eve = (Person(self.server.port) for _ in range(3))
        game = ann.new_game("link")["game"]
        self.refuses("not_now", ann.act, game, do="join")
        self.refuses("not_yours", ben.act, game, do="abort")
        ann.act(game, do="abort")
        self.refuses("not_waiting", ben.act, game, do="join")
        game = ann.new_game("anyone")["game"]
        ben.act(game, do="join")
        ben.act(game, do="join")
        self.refuses("not_waiting", eve.act, game, do="join")

    def test_a_rematch_turns_the_seats(self):
        ann, ben, game = self.pair()
        self.refuses("not_now", ann.act, game, do="rematch")
        ann.act(game, do="resign")
        self.assertEqual(ann.act(game, do="rematch")["offers"]["rematch"], [True, False])
        following = ben.act(game, do="rematch")["next"]
        state = ann.get("/api/games/" + following)
        self.assertEqual((state["you"], state["state"]), (1, "playing"))
        self.assertEqual(ann.act(game, do="rematch")["next"], following)

    def test_an_unknown_opponent_is_refused_with_all_levels(self):
        ann = Person(self.server.port)
        levels = [f"level:{level['level']}" for level in ann.get("/api/choices")["levels"]]
        with self.assertRaises(Refused) as refused:
            ann.new_game("level:0")
        self.assertIn(", ".join(levels) + ", anyone", str(refused.exception))

    def test_an_aborted_rematch_is_none(self):
        ann, ben, game = self.pair()
        ann.act(game, do="resign")
        ann.act(game, do="rematch")
        aborted = ben.act(game, do="rematch")["next"]
        ben.act(aborted, do="abort")
        for restarted in (False, True):
            if restarted:
                self.server.stop()
                self.server.start()
            for player in (ann, ben):
                state = player.get("/api/games/" + game)
                self.assertEqual((state["next"], state["actions"], state["offers"]["rematch"]), (None, ["rematch"], [False, False]))
        self.assertIsNone(ann.act(game, do="rematch")["next"])
        following = ben.act(game, do="rematch")["next"]
        self.assertNotIn(following, (None, aborted))
        self.assertEqual(ann.get("/api/games/" + following)["state"], "playing")
        self.assertEqual(ann.get("/api/games/" + game)["next"], following)

    def test_idempotency_key_of_a_new_game(self):
        ann = Person(self.server.port)
        games = {ann.new_game("anyone", key="button-1")["game"] for _ in range(3)}
        self.assertEqual(len(games), 1)

    def test_invitation_by_name(self):
        ann, ben, eve = (Person(self.server.port) for _ in range(3))
        ben.post("/api/register", {"name": "Ben", "password": "correct horse"})
        socket = ben.socket()
        socket.read()
        game = ann.new_game("user:ben")["game"]
        self.assertEqual([g["game"] for g in socket.wait("mine")["games"]], [game])
        self.refuses("not_yours", eve.act, game, do="join")
        self.assertEqual(ben.act(game, do="join")["state"], "playing")

    def test_declining_an_invitation(self):
        ann, ben, eve = (Person(self.server.port) for _ in range(3))
        ben.post("/api/register", {"name": "Decliner", "password": "correct horse"})
        asking, asked = ann.socket(), ben.socket()
        for number, name in enumerate(("user:decliner", "link", "anyone")):
            game = ann.new_game(name)["game"]
            self.refuses("not_yours", eve.act, game, do="decline")
            if name != "user:decliner":
                self.refuses("not_yours", ben.act, game, do="decline")
                continue
            asked.wait("mine", lambda m: m["games"])
            for _ in range(2):  # asking twice is asking once
                state = ben.act(game, do="decline")
                self.assertEqual((state["state"], state["declined"], state["result"]), ("aborted", True, None))
            self.assertEqual(asked.wait("mine")["games"], [])
            told = asking.wait("declined")
            self.assertEqual((told["game"], told["name"]), (game, "Decliner"))
            self.refuses("not_waiting", ben.act, game, do="join")
            self.assertEqual(ann.act(game, do="abort")["state"], "aborted", "who asked sees it is over already")
        self.assertEqual(number, 2)

    def test_many_invitations_do_not_hide_own_games(self):
        ann, ben, game = self.pair()
        ann.post("/api/register", {"name": "Popular", "password": "correct horse"})
        for _ in range(10):
            eve = Person(self.server.port)
            eve.new_game("user:popular")
            self.refuses("too_many", eve.new_game, "user:popular")
        self.refuses("too_many", Person(self.server.port).new_game, "user:popular")
        mine = [g["game"] for g in ann.socket().do("mine")["games"]]
        self.assertEqual((len(mine), mine[0]), (11, game), "the own one first")
        self.assertEqual([g["game"] for g in ann.get("/api/turns")["games"]], [game])

    def test_who_is_declined_again_and_again_has_to_wait(self):
        ben = Person(self.server.port)
        ben.post("/api/register", {"name": "Peaceful", "password": "correct horse"})
        near = [Person(self.server.port, address="127.3.3.4") for _ in range(4)]
        for someone in (near[0], near[0], near[1], near[1], near[2]):
            ben.act(someone.new_game("user:Peaceful")["game"], do="decline")
        for someone in (near[0], near[3]):
            with self.assertRaises(Refused) as caught:
                someone.new_game("user:Peaceful")
            self.assertEqual(caught.exception.reason, "declined_often")
        Person(self.server.port).new_game("user:Peaceful")

    def test_withdrawn_invitation_is_pushed(self):
        ann, ben = (Person(self.server.port) for _ in range(2))
        ben.post("/api/register", {"name": "Hearer", "password": "correct horse"})
        socket = ben.socket()
        game = ann.new_game("user:Hearer")["game"]
        socket.wait("mine", lambda m: m["games"])
        self.assertFalse(ann.act(game, do="abort")["declined"])
        self.assertEqual(socket.wait("mine")["games"], [])
        self.refuses("not_waiting", ben.act, game, do="decline")

    def test_own_games_are_told_at_most_once_a_second(self):
        """Strangers change the list by invitations: told each time, a user with many games would be cut off."""
        ann, ben = Person(self.server.port), Person(self.server.port)
        ann.post("/api/register", {"name": "Sought", "password": "correct horse"})
        for _ in range(40):
            ben.act(ann.new_game("link")["game"], do="join")
        strangers = [Person(self.server.port) for _ in range(10)]
        sockets = [stranger.socket() for stranger in strangers]
        games = [stranger.new_game("user:sought")["game"] for stranger in strangers]
        anns = ann.socket()
        anns.read()
        began = time.monotonic()
        self.server.process.send_signal(signal.SIGSTOP)  # all of them in one round
        for stream, game in zip(sockets, games):
            stream.send({"do": "abort", "id": 1, "game": game})
        self.server.process.send_signal(signal.SIGCONT)
        time.sleep(1.5)
        told = [len(m["games"]) for m in anns.drain() if m["is"] == "mine"]
        self.assertLessEqual(len(told), 2 + time.monotonic() - began)
        self.assertEqual(told[-1], 40)
        # What came too early is told later.
        strangers[0].new_game("user:sought")
        anns.wait("mine", lambda m: len(m["games"]) == 41)

    def test_own_games_show_whose_turn_it_is(self):
        ann, ben, game = self.pair()
        waiting = ann.new_game("link")["game"]
        turns = {g["game"]: g["your_turn"] for g in ann.socket().do("mine")["games"]}
        self.assertEqual(turns, {game: True, waiting: False})
        self.assertEqual([g["your_turn"] for g in ben.socket().do("mine")["games"]], [False])
        ann.play(game, "h8")
        self.assertEqual([g["your_turn"] for g in ben.socket().do("mine")["games"]], [True])
        self.assertEqual(Person(self.server.port).socket().do("mine")["games"], [])

    def test_subscriptions_are_limited_but_repeatable(self):
        games = [Person(self.server.port).new_game("link")["game"] for _ in range(17)]
        socket = Person(self.server.port).socket()
        for game in games[:16]:
            socket.do("watch", game=game)
        self.refuses("too_many", socket.do, "watch", game=games[16])
        self.assertEqual(socket.do("watch", game=games[0])["game"]["game"], games[0])

    def test_the_lobby(self):
        ann, ben = Person(self.server.port), Person(self.server.port)
        socket = ben.socket()
        socket.do("lobby", on=True)
        open_game, hidden = ann.new_game("anyone")["game"], ann.new_game("link")["game"]
        seen = socket.wait("lobby", lambda m: open_game in [g["game"] for g in m["open"]])
        self.assertNotIn(hidden, [g["game"] for g in seen["open"]])
        ben.act(open_game, do="join")
        seen = socket.wait("lobby", lambda m: open_game in [g["game"] for g in m["live"]])
        self.assertNotIn(open_game, [g["game"] for g in seen["open"]])

    def test_a_game_by_link_is_listed_for_its_players_alone_while_it_is_played(self):
        ann, ben, game = self.pair()
        eve = Person(self.server.port)
        socket = eve.socket()
        other = ann.new_game("anyone")["game"]
        ben.act(other, do="join")
        socket.do("lobby", on=True)
        live = [g["game"] for g in socket.do("lobby", on=True)["live"]]
        self.assertIn(other, live)
        self.assertNotIn(game, live)

        def lists(person, query=""):
            return [g["game"] for g in person.get(f"/api/games?state=playing{query}")["games"]]
        for query in ("", "&player=" + ann.me["name"].replace(" ", "%20")):
            self.assertNotIn(game, lists(eve, query))
            self.assertIn(game, lists(ann, query))
            self.assertIn(game, lists(ben, query))
        ben.act(game, do="resign")
        over = [g["game"] for g in eve.get("/api/games?state=over")["games"]]
        self.assertIn(game, over)

    def test_the_lobby_says_who_is_online(self):
        guest, eve = Person(self.server.port), Person(self.server.port)
        socket = guest.socket()
        before = socket.do("lobby", on=True)["online"]
        self.assertNotIn("EveOnline", before["names"])
        self.assertNotIn(guest.me["name"], before["names"])  # guests are only counted
        eve.post("/api/register", {"name": "EveOnline", "password": "correct horse"})
        seen = socket.wait("lobby", lambda m: "EveOnline" in m["online"]["names"])["online"]
        self.assertGreaterEqual(seen["count"], 2)
        self.assertEqual(guest.get("/api/lobby")["online"]["names"].count("EveOnline"), 1)

    def test_accounts_can_hide_that_they_are_online(self):
        eve, guest = Person(self.server.port), Person(self.server.port)
        me = eve.post("/api/register", {"name": "Hermit", "password": "correct horse"})
        self.assertEqual((me["online"], me["chat"]), (True, True))
        socket = guest.socket()
        before = socket.do("lobby", on=True)["online"]
        self.assertIn("Hermit", before["names"])
        me = eve.post("/api/settings", {"online": False})
        self.assertEqual((me["online"], me["chat"]), (False, True))
        after = socket.wait("lobby", lambda m: "Hermit" not in m["online"]["names"])["online"]
        self.assertEqual(after["count"], before["count"])
        eve.post("/api/settings", {"chat": False})
        self.assertEqual(eve.get("/api/session")["online"], False)
        eve.post("/api/settings", {"online": True})
        socket.wait("lobby", lambda m: "Hermit" in m["online"]["names"])

    def test_a_preview_is_not_a_spectator(self):
        ann, _, game = self.pair()
        player, home = ann.socket(), Person(self.server.port).socket()
        player.do("watch", game=game)
        player.wait("people")
        self.assertEqual(home.do("watch", game=game, preview=True)["game"]["watchers"], 0)
        ann.play(game, "h8")
        self.assertEqual(home.wait("moved")["move"], "h8")
        ann.act(game, do="say", text="hello")
        player.wait("said")
        self.assertEqual(home.do("watch", game=game)["game"]["watchers"], 1)
        player.wait("people", lambda m: m["watchers"] == 1)
        home.do("leave", game=game)
        player.wait("people", lambda m: m["watchers"] == 0)
        self.assertNotIn("said", [push["is"] for push in home.pushes + home.drain()])

    def test_presence_is_told_at_most_once_a_second(self):
        ann, _, game = self.pair()
        player, crowd = ann.socket(), [Person(self.server.port).socket() for _ in range(20)]
        player.do("watch", game=game)
        begin = time.monotonic()
        for socket in crowd:
            socket.do("watch", game=game)
        told = [player.wait("people")]
        while told[-1]["watchers"] < 20:
            told.append(player.wait("people"))
        self.assertLessEqual(len(told), 3 + int(time.monotonic() - begin))

    def test_spectators_see_everything_and_cannot_act(self):
        ann, ben, game = self.pair()
        eve = Person(self.server.port)
        socket, players = eve.socket(), ann.socket()
        players.do("watch", game=game)
        snapshot = socket.do("watch", game=game)["game"]
        self.assertIsNone(snapshot["you"])
        self.assertEqual(players.wait("people", lambda m: m["watchers"] == 1)["here"], [True, True])
        ann.play(game, "h8")
        push = socket.wait("moved")
        self.assertEqual((push["move"], push["actions"], push["takeback_plies"]), ("h8", [], 0))
        push = players.wait("moved")
        self.assertEqual((push["actions"], push["takeback_plies"]), (["resign", "draw", "takeback", "abort"], 1))
        self.refuses("not_yours", socket.do, "resign", game=game)
        socket.close()
        players.wait("people", lambda m: m["watchers"] == 0)

    def test_chat_and_its_switches(self):
        ann, ben, game = self.pair()
        eve = Person(self.server.port)
        listening = ben.socket()
        listening.do("watch", game=game)
        talking = ann.socket()
        talking.do("say", game=game, text="<b>hi</b> \u2603", key="1")
        talking.do("say", game=game, text="<b>hi</b> \u2603", key="1")
        said = listening.wait("said")
        self.assertEqual((said["n"], said["seat"], said["text"]), (1, 0, "<b>hi</b> \u2603"))
        self.refuses("not_yours", eve.act, game, do="say", text="me too")
        for text in ("", "\u0007", "x" * 201, "a\nb"):
            self.refuses("bad_value", ann.act, game, do="say", text=text)
        self.assertEqual(len(eve.get(f"/api/games/{game}/chat")["lines"]), 1)
        ben.post("/api/settings", {"chat": False})
        talking.do("say", game=game, text="are you there?")
        talking.do("play", game=game, ply=0, line=0, move="h8")
        told = []
        while "moved" not in told:
            told.append(listening.read()["is"])
        self.assertNotIn("said", told)
        ann, ben, game = self.pair(chat=False)
        self.refuses("not_now", ann.act, game, do="say", text="hello")

    def test_chat_has_no_invisible_characters(self):
        ann, _, game = self.pair()
        for text in ("\u202eback", "\u2066x", "a\u200bb", "a\u2028b", "\uffff", "\U000e0041"):
            self.refuses("bad_value", ann.act, game, do="say", text=text)
        ann.act(game, do="say", text="\U0001f468\u200d\U0001f469 می\u200cخواهم")

    def test_chat_does_not_stack_marks(self):
        ann, _, game = self.pair()
        self.refuses("bad_value", ann.act, game, do="say", text="a" + 5 * "\u0335")
        ann.act(game, do="say", text="Tie\u0302\u0301ng Vie\u0302\u0323t")

    def test_chat_is_limited(self):
        ann, _, game = self.pair()
        with self.assertRaises(Refused) as caught:
            for i in range(30):
                ann.act(game, do="say", text=f"line {i}")
        self.assertEqual(caught.exception.code, "too_many")

    def test_reconnecting_on_another_device(self):
        ann, ben, game = self.pair()
        socket = ann.socket()
        socket.do("watch", game=game)
        socket.do("play", game=game, ply=0, line=0, move="h8")
        socket.close()
        ben.play(game, "i9")
        again = ann.socket()
        state = again.do("watch", game=game)["game"]
        self.assertEqual((state["moves"], state["you"], state["turn"]["seat"]), (["h8", "i9"], 0, 0))

    def test_clocks_run_after_the_first_moves_and_end_the_game(self):
        ann, ben, game = self.pair(time="0.5")
        self.assertFalse(ann.get("/api/games/" + game)["seats"][0]["clock"]["runs"])
        socket = ann.socket()
        socket.do("watch", game=game)
        state = self.play_all([ann, ben], game, ["h8", "i9"])
        self.assertTrue(state["seats"][0]["clock"]["runs"])
        end = socket.wait("game", lambda m: m["state"] == "over")
        self.assertEqual((end["result"]["reason"], end["result"]["winner"]), ("time", "white"))
        self.assertEqual([seat["clock"]["main"] for seat in end["seats"]], [0, 500])
        self.refuses("not_playing", ann.play, game, "h9", state)

    def test_all_kinds_of_clocks(self):
        for time, want in (("300", {"main": 300000, "periods": 0, "period": 0, "move": None, "runs": False}),
                           ("600+3x30", {"main": 600000, "periods": 3, "period": 0, "move": None, "runs": False}),
                           ("10/move", {"main": 0, "periods": 0, "period": 0, "move": 10000, "runs": False})):
            ann, _, game = self.pair(time=time)
            self.assertEqual(ann.get("/api/games/" + game)["seats"][1]["clock"], want, time)

    def test_exports_are_read_again(self):
        ann, ben, game = self.pair(opening="swap")
        self.play_all([ann, ben], game, ["h8", "i9", "j10", "swap", "a1"])
        _, headers, sgf = ann.ask("GET", f"/api/games/{game}/sgf")
        self.assertIn(b";B[hh]", sgf)
        self.assertIn("go-sgf", headers["Content-Type"])
        self.assertEqual(ann.ask("GET", f"/api/games/{game}/pos")[2].strip(), b"h8i9j10a1")
        for kind in ("psq", "svg"):
            self.assertEqual(ann.ask("GET", f"/api/games/{game}/{kind}")[0], 200, kind)
        self.assertEqual(ann.ask("GET", f"/api/games/{game}/exe")[0], 404)

    def test_history(self):
        ann, ben, game = self.pair()
        for someone, name in ((ann, "Historian"), (ben, "Witness")):
            someone.post("/api/register", {"name": name, "password": "correct horse"})
        self.play_all([ann, ben], game, ["h8", "i9"])
        ann.act(game, do="resign")
        other = ann.new_game("level:1", rules="renju")["game"]
        waiting = ann.new_game("link")["game"]

        def found(query, by=ann):
            return [g["game"] for g in by.get("/api/games?player=Historian" + query)["games"]]

        self.assertEqual(found(""), [waiting, other, game])
        self.assertEqual(found("", ben), [other, game])
        self.assertEqual(found("&rules=renju"), [other])
        self.assertEqual(found("&opponent=witness"), [game])
        self.assertEqual(found("&result=lost"), [game])
        self.assertEqual(found("&result=won"), [])
        self.assertEqual(found("&state=waiting&mist=false"), [waiting])
        page = ann.get("/api/games?player=Historian&limit=2")
        self.assertTrue(page["more"])
        self.assertEqual(found(f"&before={page['games'][-1]['created']}"), [game])
        for word in ("nobody", "n" * 300):
            self.refuses("bad_value", ann.get, "/api/games?player=" + word)
            self.refuses("bad_value", ann.get, "/api/games?state=" + word)
        self.assertEqual(found("&rules=" + "r" * 100), [])
        listed = {row["game"]: row.get("moves") for row in ann.get("/api/games?player=Historian&moves=true")["games"]}
        self.assertEqual(listed[waiting], None)
        self.assertEqual((listed[other], listed[game]), (None, ["h8", "i9"]))
        self.assertNotIn("moves", ann.get("/api/games?player=Historian")["games"][0])
        self.refuses("bad_value", ann.get, "/api/games?result=won")
        self.refuses("bad_value", ann.get, "/api/games?limit=51")

    def test_lists_show_colors_after_a_swap(self):
        ann, ben, game = self.pair(opening="swap")
        sockets = [someone.socket() for someone in (ann, ben)]
        for socket in sockets:
            socket.do("watch", game=game)
        self.play_all([ann, ben], game, ["h8", "i9", "j7", "swap"])
        for state in ("playing", "over"):
            listed = ann.get("/api/games")["games"] + sockets[0].do("mine")["games"]
            for row in (row for row in listed if row["game"] == game):
                self.assertEqual([seat["color"] for seat in row["seats"]], ["white", "black"], state)
            if state == "playing":
                ben.act(game, do="resign")
        [row] = [row for row in ann.get("/api/games")["games"] if row["game"] == game]
        self.assertEqual((row["result"]["winner"], row["result"]["seat"]), ("white", 0))
        ann.act(game, do="rematch")
        again = ben.act(game, do="rematch")["next"]
        [row] = [row for row in ann.get("/api/games")["games"] if row["game"] == again]
        self.assertEqual([seat["color"] for seat in row["seats"]], ["black", "white"])

    def test_the_one_who_asked_is_told_of_a_refusal(self):
        for what, answer in (("draw", {"do": "decline"}), ("takeback", {"do": "decline"}),
                             ("draw", {"do": "play", "ply": 1, "line": 0, "move": "i9"})):
            ann, ben, game = self.pair()
            ann.play(game, "h8")
            sockets = [ann.socket(), ben.socket()]
            for socket in sockets:
                socket.do("watch", game=game)
            ann.act(game, do=what, **({"plies": 1} if what == "takeback" else {}))
            ben.act(game, **answer)
            told = sockets[0].wait("declined")
            self.assertEqual((told["game"], told["what"], told["name"]), (game, what, ben.me["name"]))
            ann.act(game, do="draw")
            ann.act(game, do="decline")
            ann.act(game, do="resign")
            sockets[1].wait("game", lambda push: push["state"] == "over")
            sockets[0].wait("game", lambda push: push["state"] == "over")
            self.assertNotIn("declined", [push["is"] for push in sockets[0].drain() + sockets[1].drain()])

    def test_a_claim_is_refused_while_the_other_is_there(self):
        ann, ben, game = self.pair(time="300")
        self.play_all([ann, ben], game, ["h8", "i9"])
        for word in ("claim_win", "claim_draw"):
            self.refuses("not_now", ben.act, game, do=word)
            self.refuses("not_yours", Person(self.server.port).act, game, do=word)
        self.assertNotIn("claim_win", ben.get("/api/games/" + game)["actions"])

    def test_waiting_games_per_address_are_limited(self):
        near = [Person(self.server.port, address="127.3.3.3") for _ in range(5)]
        games = [someone.new_game("link")["game"] for someone in near[:4] for _ in range(5)]
        self.refuses("too_many", near[4].new_game, "anyone")
        near[4].new_game("level:1")
        near[4].act(games[0], do="join")
        near[4].new_game("anyone")
        Person(self.server.port).new_game("anyone")

    def test_long_polling_for_a_change(self):
        ann, ben, game = self.pair()
        state = ann.get("/api/games/" + game)
        answers = []
        waiting = threading.Thread(target=lambda: answers.append(ben.get(f"/api/games/{game}?after={state['seq']}")))
        waiting.start()
        ann.play(game, "h8", state)
        waiting.join(60)
        self.assertEqual(answers[0]["moves"], ["h8"])

    def test_long_polling_for_a_turn(self):
        ann, ben, game = self.pair()
        self.assertEqual(ben.get("/api/turns"), {"games": []})
        answers = []
        waiting = threading.Thread(target=lambda: answers.append(ben.get("/api/turns?wait=true")))
        waiting.start()
        ann.play(game, "h8")
        waiting.join(60)
        self.assertEqual([g["game"] for g in answers[0]["games"]], [game])

    def cpu_ms(self):
        """The CPU time of the server."""
        with open(f"/proc/{self.server.process.pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e6

    def test_waiting_for_a_turn_costs_little(self):
        """A change without a turn for the user does not make the server look through all of the user's games."""
        ann, ben = Person(self.server.port), Person(self.server.port)
        games = []
        while len(games) < 40:
            games.append(ann.new_game("link", color="white")["game"])
            ben.act(games[-1], do="join")
        sockets = [ben.socket() for _ in range(8)]

        def cost():
            before = self.cpu_ms()
            for number in range(100):
                sockets[number % 8].do("decline" if number % 2 else "draw", game=games[0])
            return self.cpu_ms() - before

        alone = cost()
        elsewhere = Person(self.server.port, enter=False)
        streams = [elsewhere.connect() for _ in range(60)]
        for stream in streams:
            stream.request("GET", "/api/turns?wait=true", headers=ann.headers())
        time.sleep(0.5)
        sockets = [ben.socket() for _ in range(8)]
        self.assertLess(cost(), 2 * alone + 20)
        move = ben.play(games[3], "h8")
        for stream in streams:
            self.assertEqual([g["game"] for g in json.loads(stream.getresponse().read())["games"]], [move["game"]])
            stream.close()

    def test_rated_games_change_ratings(self):
        ann, ben = Person(self.server.port), Person(self.server.port)
        for someone, name in ((ann, "Rated1"), (ben, "Rated2")):
            someone.post("/api/register", {"name": name, "password": "correct horse"})
        game = ann.new_game("link", rated=True, rules="renju", color="black")["game"]
        self.refuses("guests_not", Person(self.server.port).act, game, do="join")
        ben.act(game, do="join")
        self.play_all([ann, ben], game, ["h8", "i9"])
        self.refuses("not_now", ann.act, game, do="takeback", plies=2)
        ann.act(game, do="resign")
        winner, loser = (ann.get(f"/api/users/{name}") for name in ("Rated2", "Rated1"))
        self.assertEqual((winner["rating"]["renju"]["rating"], loser["rating"]["renju"]["rating"]), (1662, 1338))
        self.assertEqual((winner["won"], loser["lost"], winner["rating"]["gomoku"]["games"]), (1, 1, 0))
        self.assertEqual((winner["history"]["renju"], winner["history"]["gomoku"]), ([1662], []))
        self.assertEqual(ann.get("/api/ratings?pool=renju")["ratings"][0]["name"], "Rated2")
        again = ann.act(game, do="rematch") and ben.act(game, do="rematch")["next"]
        self.play_all([ben, ann], again, ["h8", "i9"])
        ben.act(again, do="resign")
        after = ann.get("/api/users/Rated2")
        self.assertEqual(after["history"]["renju"], [1662, after["rating"]["renju"]["rating"]])

    def test_limits_on_games(self):
        ann = Person(self.server.port)
        for _ in range(5):
            ann.new_game("link")
        self.refuses("too_many", ann.new_game, "link")
        for _ in range(2):
            ann.new_game("level:1")
        self.refuses("too_many", ann.new_game, "level:1")

    def test_new_games_per_address_are_limited(self):
        near = [Person(self.server.port, address="127.3.3.5") for _ in range(3)]
        for owner in near[:2]:
            joiner = Person(self.server.port).socket()
            self.refuses("bad_value", owner.new_game, "nobody")  # does not count
            for _ in range(50):
                joiner.do("join", game=owner.new_game("link")["game"])
            time.sleep(6)  # 100 requests in 10 s are allowed
        with self.assertRaises(Refused) as caught:
            for _ in range(5):  # one more every six seconds
                near[2].new_game("link")
        self.assertIn("too many new games from this address", caught.exception.text)
        Person(self.server.port).new_game("link")

    def test_a_rematch_counts_for_the_limits(self):
        ann = Person(self.server.port)
        old = ann.new_game("level:1", color="black")["game"]
        ann.act(old, do="resign")
        going_on = [ann.new_game("level:1")["game"] for _ in range(2)]
        self.refuses("too_many", ann.act, old, do="rematch")
        self.refuses("not_now", ann.act, going_on[0], do="rematch")
        self.assertEqual(ann.get("/api/games/" + old)["offers"]["rematch"], [False, False])
