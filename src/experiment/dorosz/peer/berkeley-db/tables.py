"""The environment of Berkeley DB and its tables, and why a call is refused."""

import errno
import os

try:
    from berkeleydb import db
except ImportError:
    from bsddb3 import db

CACHE_BYTES = 256 << 20
LOG_BYTES = 16 << 20
DISK_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


class Refusal(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def refusal_of(folder, error):
    number, said = error.args[0] if error.args else 0, error.args[-1] if error.args else error
    if number in DISK_FULL or (number == db.DB_RUNRECOVERY and free_bytes(folder) < LOG_BYTES):
        room = f"make room, {LOG_BYTES >> 20} MB of it for recovery, and call again"
        return Refusal("disk-full", f"{folder}: Berkeley DB says {said!r}; nothing of this call was kept; {room}")
    if isinstance(error, (db.DBInvalidArgError, db.DBPageNotFoundError, db.DBOldVersionError)):
        return Refusal("damaged", f"{folder}: Berkeley DB says {said!r}; restore a copy, or fill a new folder")
    return Refusal("failed", f"{folder}: Berkeley DB says {said!r}; close it, and open it again")


def free_bytes(folder):
    space = os.statvfs(folder)
    return space.f_bavail * space.f_frsize


class Tables:
    """The environment and its tables."""

    def __init__(self, folder):
        self.opened = []
        self.env = db.DBEnv()
        self.env.set_cachesize(0, CACHE_BYTES, 1)
        self.env.set_lg_bsize(LOG_BYTES >> 3)
        self.env.set_lg_max(LOG_BYTES)
        self.env.log_set_config(db.DB_LOG_AUTO_REMOVE, 1)
        parts = db.DB_INIT_TXN | db.DB_INIT_LOG | db.DB_INIT_MPOOL
        self.env.open(folder, db.DB_CREATE | db.DB_PRIVATE | db.DB_RECOVER | parts, 0o666)
        self.urls = self.table("U.db", db.DB_HASH)
        self.queue = self.table("Q.db", db.DB_BTREE)
        self.checks = self.table("Qc.db", db.DB_BTREE)
        self.about = self.table("about.db", db.DB_BTREE)

    def table(self, name, kind):
        table = db.DB(self.env)
        table.open(name, None, kind, db.DB_CREATE | db.DB_AUTO_COMMIT, 0o666)
        self.opened.append(table)
        return table

    def ends(self):
        """What closes it, in order; each may fail."""
        return [*(table.close for table in self.opened), self.env.close]
