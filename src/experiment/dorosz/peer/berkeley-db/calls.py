"""The calls of a URL database on Berkeley DB: Dorosz, sections 2.2 to 2.7."""

import array
import json
import struct
import time

from tables import Refusal, Tables, db, refusal_of

CHECKPOINT_KILOBYTES = 64 << 10

# U[K]: state, G, p(K), number, h(K). Integers are big-endian, so that keys which begin with them sort by them.
RECORD = struct.Struct(">BHI6s8s")
SIZES = struct.Struct(">QQQ")

# State: V, and whether a re-crawl is awaited. What stands in Q is waiting, what else stands in Q_c is taken.
VISITED, AWAITING = 1, 2

# A URL handed over: T, G, p(K), length; then K.
TAKEN = struct.Struct("=dIII")

KNOWN, ADDED, TOO_DEEP = 0, 1, 2
UNKNOWN, ALREADY, CONFIRMED = 0, 1, 2
NO_REFERRER = 0xFFFFFFFF


class Undo(Exception):
    """The other side cannot tell r(K)."""


def six(number):
    return int(number).to_bytes(6, "big")


# The ranking parts of the key of Q; depth takes 2 bytes, priority 4.
RANKS = {
    "depth priority": lambda depth, priority: six(depth << 32 | priority),
    "priority depth": lambda depth, priority: six(priority << 16 | depth),
    "depth": lambda depth, priority: six(depth),
    "priority": lambda depth, priority: six(priority),
    "": lambda depth, priority: six(0),
}


class Columns:
    """Reads a body from its beginning to its end."""

    def __init__(self, body):
        self.body = body
        self.at = 0

    def numbers(self, kind, count):
        column = array.array(kind)
        size = column.itemsize * count
        column.frombytes(self.body[self.at : self.at + size])
        self.at += size
        return column

    def number(self, kind):
        return self.numbers(kind, 1)[0]

    def strings(self, ends):
        base = self.at
        starts = [base, *(base + end for end in ends)]
        self.at = starts[-1]
        return [self.body[start:end] for start, end in zip(starts, starts[1:])]


class Calls:
    """Each method reads the body of a request, and returns what is to be done within a transaction."""

    def __init__(self, folder, ask):
        self.folder = folder
        self.ask = ask
        self.tables = None
        self.microseconds = 0.0
        self.methods = {
            b"o": self.open,
            b"a": self.add,
            b"t": self.take,
            b"c": self.confirm,
            b"k": self.tick,
            b"g": self.get,
            b"p": self.outstanding,
            b"s": self.size,
        }

    def call(self, letter, body):
        """Carries out a request in a transaction. After a failure the environment is recovered at the next request."""
        txn = None
        try:
            self.tables = self.tables or Tables(self.folder)
            work = self.methods[letter](Columns(body))
            begin = time.perf_counter()
            self.waited = 0.0
            txn = self.tables.env.txn_begin()
            self.sizes = list(SIZES.unpack(self.tables.about.get(b"sizes", SIZES.pack(0, 0, 0), txn)))
            before = list(self.sizes)
            result = work(txn)
            if self.sizes != before:
                self.tables.about.put(b"sizes", SIZES.pack(*self.sizes), txn)
            ending, txn = txn, None
            ending.commit(self.commit_flags)
            self.checkpoint()
            self.microseconds = (time.perf_counter() - begin - self.waited) * 1e6
            return result
        except (Refusal, Undo):
            if txn:
                txn.abort()
            raise
        except (db.DBError, OSError) as error:
            self.drop(txn)
            raise refusal_of(self.folder, error) from error

    def checkpoint(self, kilobytes=CHECKPOINT_KILOBYTES):
        """Keeps the log short. When that fails, what was committed is in the log still."""
        try:
            self.tables.env.txn_checkpoint(kilobytes)
        except db.DBError:
            self.drop(None)

    def drop(self, txn):
        tables, self.tables = self.tables, None
        for end in [txn and txn.abort, *(tables.ends() if tables else ())]:
            try:
                end and end()
            except db.DBError:
                pass  # the next to open recovers

    def close(self):
        if self.tables:
            self.checkpoint(0)
        self.drop(None)

    def open(self, columns):
        settings = json.loads(columns.body)
        self.confirm_timeout = settings["confirmTimeout"]
        self.depth_limit = settings["depthLimit"]
        self.as_printed = settings["asPrinted"]
        self.rank = RANKS[settings["rank"]]
        self.by_hash = settings["byHash"]
        self.commit_flags = 0 if settings["sync"] else db.DB_TXN_WRITE_NOSYNC
        asked = settings["madeWith"].encode()

        def work(txn):
            found = self.tables.about.get(b"made with", None, txn)
            if found is None:
                self.tables.about.put(b"made with", asked, txn)
            elif found != asked:
                raise Refusal(
                    "settings",
                    f"{self.folder} was made with {found.decode()}, and is opened with {asked.decode()}: "
                    "open it as it was made, or take a new folder",
                )
            return b""

        return work

    def add(self, columns):
        """count, referrers (u32 each), ends, priorities, index of the referrer in the same domain (u32 columns), hashes (8 bytes
        each), ends of referrers, URLs, referrers. Result: a fate (1 byte) each."""
        count, referrers = columns.numbers("I", 2)
        ends, priorities, froms = (columns.numbers("I", count) for _ in range(3))
        hashes = columns.strings(range(8, 8 * count + 1, 8))
        ends_of_referrers = columns.numbers("I", referrers)
        urls = columns.strings(ends)
        from_urls = columns.strings(ends_of_referrers)

        def work(txn):
            known = self.tables.urls
            fates = bytearray(count)
            for index, url in enumerate(urls):
                if known.has_key(url, txn):
                    continue  # KNOWN
                depth = 1
                if froms[index] != NO_REFERRER:
                    record = known.get(from_urls[froms[index]], None, txn)
                    if record:
                        depth = RECORD.unpack(record)[1] + 1
                if depth > self.depth_limit:
                    fates[index] = TOO_DEEP
                    continue
                number = six(self.sizes[0])
                known.put(url, RECORD.pack(0, depth, priorities[index], number, hashes[index]), txn)
                self.enqueue(txn, url, depth, priorities[index], number, hashes[index])
                self.sizes[0] += 1
                fates[index] = ADDED
            return fates

        return work

    def take(self, columns):
        """count, now (float64 each). Result: URLs handed over."""
        count, now = columns.numbers("d", 2)
        deadline = now + self.confirm_timeout

        def work(txn):
            taken = []
            cursor = self.tables.queue.cursor(txn)
            entry = cursor.first() if count > 0 else None
            while entry:
                url = entry[1]
                cursor.delete()
                self.sizes[1] -= 1
                _, depth, priority, number, hashed = RECORD.unpack(self.tables.urls.get(url, None, txn))
                self.schedule(txn, url, deadline, number, hashed)
                taken += TAKEN.pack(deadline, depth, priority, len(url)), url
                entry = cursor.next() if len(taken) < 2 * count else None
            cursor.close()
            return b"".join(taken)

        return work

    def confirm(self, columns):
        """now (float64), count (u32), ends (u32 column), URLs. Result: a confirmation (1 byte) each."""
        now = columns.number("d")
        count = columns.number("I")
        urls = columns.strings(columns.numbers("I", count))

        def work(txn):
            return bytes(self.confirm_one(txn, url, now) for url in urls)

        return work

    def confirm_one(self, txn, url, now):
        found = self.tables.urls.get(url, None, txn)
        if found is None:
            return UNKNOWN
        state, depth, priority, number, hashed = RECORD.unpack(found)
        if state & VISITED or (state & AWAITING and not self.as_printed):
            return ALREADY
        self.tables.urls.put(url, RECORD.pack(state | VISITED, depth, priority, number, hashed), txn)
        if not self.as_printed:
            key = self.queue_key(depth, priority, number, hashed)
            if self.tables.queue.has_key(key, txn):
                self.tables.queue.delete(key, txn)
                self.sizes[1] -= 1
                self.schedule(txn, url, now, number, hashed)
        return CONFIRMED

    def tick(self, columns):
        """now (float64), whether r(K) is to be asked for (u32). Result: returned, rescheduled, finished (u32 each)."""
        now = columns.number("d")
        asks = columns.number("I")

        def work(txn):
            due = self.due(txn, now)  # steps 1 to 4
            visited = [each for each in due if each[1] & VISITED]
            for url, state, depth, priority, number, hashed in due:
                if state & VISITED:
                    continue
                if state & AWAITING:
                    self.tables.urls.put(url, RECORD.pack(0, depth, priority, number, hashed), txn)
                self.enqueue(txn, url, depth, priority, number, hashed)  # step 6
            rescheduled = 0
            for each, delay in zip(visited, self.delays(visited) if asks else ()):
                if not delay > 0:  # step 8
                    continue
                url, _, depth, priority, number, hashed = each
                self.tables.urls.put(url, RECORD.pack(AWAITING, depth, priority, number, hashed), txn)  # step 9
                self.schedule(txn, url, now + delay, number, hashed)  # steps 10 and 11
                rescheduled += 1
            return struct.pack("=III", len(due) - len(visited), rescheduled, len(visited) - rescheduled)

        return work

    def due(self, txn, now):
        found = []
        cursor = self.tables.checks.cursor(txn)
        entry = cursor.first()
        while entry and int.from_bytes(entry[0][:6], "big") <= now:
            cursor.delete()
            self.sizes[2] -= 1
            found.append((entry[1], *RECORD.unpack(self.tables.urls.get(entry[1], None, txn))))
            entry = cursor.next()
        cursor.close()
        return found

    def delays(self, visited):
        begin = time.perf_counter()
        question = [TAKEN.pack(0, each[2], each[3], len(each[0])) + each[0] for each in visited]
        answer = self.ask(b"".join(question)) if visited else b""
        self.waited += time.perf_counter() - begin
        return array.array("d", answer)

    def get(self, columns):
        """The URL. Result: G, p(K), V (u32 each), or nothing."""

        def work(txn):
            found = self.tables.urls.get(columns.body, None, txn)
            if found is None:
                return b""
            state, depth, priority, *_ = RECORD.unpack(found)
            return struct.pack("=III", depth, priority, state & VISITED)

        return work

    def outstanding(self, _):
        """Nothing. Result: URLs handed over."""

        def work(txn):
            found = []
            cursor = self.tables.checks.cursor(txn)
            entry = cursor.first()
            while entry:
                state, depth, priority, number, hashed = RECORD.unpack(self.tables.urls.get(entry[1], None, txn))
                if state == 0:
                    order = entry[0][:6] + self.queue_key(depth, priority, number, hashed)
                    time_out = int.from_bytes(entry[0][:6], "big")
                    found.append((order, TAKEN.pack(time_out, depth, priority, len(entry[1])) + entry[1]))
                entry = cursor.next()
            cursor.close()
            return b"".join(taken for _, taken in sorted(found))

        return work

    def size(self, _):
        """Nothing. Result: |U|, |Q|, |Q_c| (float64 each)."""
        return lambda txn: struct.pack("=ddd", *self.sizes)

    def queue_key(self, depth, priority, number, hashed):
        return self.rank(depth, priority) + (hashed if self.by_hash else bytes(8)) + number

    def enqueue(self, txn, url, depth, priority, number, hashed):
        self.tables.queue.put(self.queue_key(depth, priority, number, hashed), url, txn)
        self.sizes[1] += 1

    def schedule(self, txn, url, moment, number, hashed):
        self.tables.checks.put(six(moment) + hashed + number, url, txn)
        self.sizes[2] += 1
