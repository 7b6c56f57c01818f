"""The example bots, against the server and each other."""

import os
import subprocess
import unittest

from client import PATIENCE, ROOT, Person, Server


class BotsTest(unittest.TestCase):
    def test_the_examples_play_each_other(self):
        with Server() as server:
            accounts = []
            for name in ("PythonBot", "ShellBot"):
                owner = Person(server.port)
                owner.post("/api/register", {"name": name, "password": "correct horse"})
                owner.token = owner.post("/api/tokens", {"label": "bot"})["secret"]
                accounts.append(owner)
            game = accounts[1].new_game("anyone", size=9, color="black")["game"]
            url = f"http://127.0.0.1:{server.port}"
            bots = []
            for owner, command in zip(accounts, (["bot.py", url, "--games", "1"], ["bot.sh", url])):
                program = os.path.join(ROOT, "examples", "bots", command[0])
                bots.append(subprocess.Popen([program, *command[1:]], stderr=subprocess.DEVNULL,
                                             env={**os.environ, "PENTAD_TOKEN": owner.token}))
            try:
                self.assertEqual(bots[0].wait(2 * PATIENCE), 0)
                state = accounts[0].get("/api/games/" + game)
                self.assertEqual((state["state"], state["result"]["reason"], state["result"]["winner"]),
                                 ("over", "five", "white"))
            finally:
                for bot in bots:
                    bot.kill()
                    bot.wait()
