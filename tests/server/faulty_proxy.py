"""A TCP proxy in front of the server that behaves like a bad network: it delays, fragments, stalls and drops.

TCP hides loss and reordering inside a connection; what is left of them for a program are delays, broken connections,
and connections that overtake each other. All of it comes from a seeded generator, and is counted.
"""

import contextlib
import heapq
import random
import selectors
import socket
import struct
import threading
import time


class Pipe:
    """One direction of a connection."""

    def __init__(self, source, target):
        self.source, self.target = source, target
        self.due = []  # (time, bytes) in order
        self.last = 0.0
        self.peer = None


class FaultyProxy:
    DROP, STALL = 0.004, 0.02  # per piece of data
    DELAY_S, STALL_S = 0.004, 0.3

    def __init__(self, port, seed=1):
        self.server_port, self.random = port, random.Random(seed)
        self.counts = dict.fromkeys(("connections", "delays", "fragments", "stalls", "drops"), 0)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.timers, self.number = [], 0
        self.stopping = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stopping = True
        self.thread.join()
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()

    def accept(self):
        with contextlib.suppress(OSError):
            client, address = self.listener.accept()
            # The server has limits per address, so it sees the client's own.
            server = socket.create_connection(("127.0.0.1", self.server_port), 10, (address[0], 0))
            pipes = Pipe(client, server), Pipe(server, client)
            for pipe, peer in zip(pipes, reversed(pipes)):
                pipe.peer = peer
                pipe.source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                pipe.source.setblocking(False)
                self.selector.register(pipe.source, selectors.EVENT_READ, pipe)
            self.counts["connections"] += 1

    def close(self, pipe, reset=False):
        for end in (pipe, pipe.peer):
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(end.source)
            if reset:
                with contextlib.suppress(OSError):
                    end.source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.source.close()

    def plan(self, pipe, data):
        """In how many pieces, and when, the data goes on."""
        now = time.monotonic()
        pieces = [data]
        if len(data) > 1 and self.random.random() < 0.3:
            cut = self.random.randrange(1, len(data))
            pieces = [data[:cut], data[cut:]]
            self.counts["fragments"] += 1
        for piece in pieces:
            wait = 0.0
            if self.random.random() < 0.5:
                wait = self.random.random() * self.DELAY_S
                self.counts["delays"] += 1
            if self.random.random() < self.STALL:
                wait += self.random.random() * self.STALL_S
                self.counts["stalls"] += 1
            pipe.last = max(pipe.last, now + wait)
            self.number += 1
            heapq.heappush(self.timers, (pipe.last, self.number, pipe, piece))

    def receive(self, pipe):
        try:
            data = pipe.source.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close(pipe)
        elif self.random.random() < self.DROP:
            self.counts["drops"] += 1
            self.close(pipe, reset=True)
        else:
            self.plan(pipe, data)

    def deliver(self):
        while self.timers and self.timers[0][0] <= time.monotonic():
            _, _, pipe, data = heapq.heappop(self.timers)
            try:
                # Messages of this protocol fit into the buffer of a socket that is read.
                if pipe.target.send(data) < len(data):
                    self.close(pipe, reset=True)
            except OSError:
                self.close(pipe)

    def run(self):
        while not self.stopping:
            wait = min(0.05, max(0.0, self.timers[0][0] - time.monotonic())) if self.timers else 0.05
            for key, _ in self.selector.select(wait):
                if key.data is None:
                    self.accept()
                else:
                    self.receive(key.data)
            self.deliver()
