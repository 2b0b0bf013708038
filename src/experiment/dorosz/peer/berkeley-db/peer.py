"""A URL database on Berkeley DB, served over standard input and output: peer.py FOLDER

Dorosz, section 2: U is a hash table, Q and Q_c are B-trees, all in one transactional environment in FOLDER. A call is a
transaction. The program ends when its standard input does.

A frame is the length of what follows (4 bytes), one letter, and a body; numbers are in this machine's byte order. Requests are
answered one after the other, by
  "="  microseconds that the call spent in the database (float64), and its result
  "?"  URLs whose r(K) is asked for; answered in turn by "=" and their delays (float64 each), or by "!": undo the call
  "!"  a refusal, as JSON: {"code", "message"}
The first request is "o" and the settings as JSON, the last is "x": close. The others are methods of Calls in calls.py, which say
what their bodies hold.
"""

import fcntl
import json
import os
import signal
import struct
import sys
import time

from calls import Calls, Undo
from tables import Refusal

SECONDS_TO_WAIT_FOR_LOCK = 2


def locked(folder):
    """Keeps others out until this process ends: an environment that is recovered while another uses it is lost."""
    file = os.open(os.path.join(folder, "lock"), os.O_CREAT | os.O_RDWR, 0o666)
    give_up = time.monotonic() + SECONDS_TO_WAIT_FOR_LOCK
    while True:
        try:
            return fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > give_up:
                raise Refusal("locked", f"{folder} is open in another process: close it there") from None
            time.sleep(0.05)


def read_frame(file):
    head = file.read(5)
    if len(head) < 5:
        os._exit(0)  # whoever asked is gone; the next to open recovers
    body = file.read(int.from_bytes(head[:4], sys.byteorder) - 1)
    return head[4:], body


def write_frame(file, letter, body):
    file.write((len(body) + 1).to_bytes(4, sys.byteorder) + letter + body)
    file.flush()


def main(folder):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for whoever started this, and decides
    asked, answered = sys.stdin.buffer, sys.stdout.buffer

    def ask(question):
        write_frame(answered, b"?", question)
        letter, body = read_frame(asked)
        if letter != b"=":
            raise Undo
        return body

    calls = Calls(folder, ask)
    while True:
        letter, body = read_frame(asked)
        try:
            if letter == b"o":
                locked(folder)
            if letter == b"x":
                calls.close()
                return write_frame(answered, b"=", struct.pack("=d", 0))
            result = calls.call(letter, body)
            write_frame(answered, b"=", struct.pack("=d", calls.microseconds) + result)
        except Undo:
            write_frame(answered, b"!", json.dumps({"code": "undone", "message": ""}).encode())
        except Refusal as refusal:
            write_frame(answered, b"!", json.dumps({"code": refusal.code, "message": str(refusal)}).encode())


if __name__ == "__main__":
    main(sys.argv[1])
