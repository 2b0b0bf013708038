import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { problem } from "../../base/error.js";
import { renameDurably } from "../../base/file/durable.js";
import { storageError } from "../error.js";
import { lock, makeFolder } from "../files.js";
import { readManifest } from "../manifest.js";
import { mergedFrom } from "./merged-from.js";

/** What a merged snapshot may hold: all of it can be made again. */
const OWN = /^(?:snapshot\.json|index|index\.cdxj|trace|terms)(?:\.part)?$|^lock(?:\.|$)/;

/**
 * Writes a folder aside, and puts it in the place of the one that is there. After a kill the old one or the new one is
 * there, whole; a kill within the moment of the exchange leaves the old one beside it, as `<folder>.former`, and the
 * next call puts it back. What else a kill leaves, the next call removes.
 *
 * @param write into a folder that does not exist; all of it is on disk when it resolves
 * @throws "locked" while another process does so, or writes into the folder; "failed" when the folder holds anything
 * that is no part of a merge; "disk-full"
 */
export async function replaceFolder<T>(folder: string, write: (aside: string) => Promise<T>): Promise<T> {
  const place = resolve(folder);
  const aside = `${place}.part`;
  const former = `${place}.former`;
  makeFolder(dirname(place));
  const unlock = lock(`${place}.lock`, (by) => `${folder} is being merged by process ${by}: wait until it is done`);
  try {
    for (const each of [place, aside, former]) refuseOthers(each);
    return await exchanged({ place, aside, former }, write);
  } catch (error) {
    throw isOfDisk(error) ? storageError(error, folder) : error;
  } finally {
    unlock();
  }
}

interface Places {
  readonly place: string;
  readonly aside: string;
  readonly former: string;
}

async function exchanged<T>({ place, aside, former }: Places, write: (aside: string) => Promise<T>): Promise<T> {
  const putBack = () => {
    if (!existsSync(place) && existsSync(former)) renameSync(former, place);
  };
  putBack();
  for (const left of [aside, former]) rmSync(left, { recursive: true, force: true });
  try {
    const written = await write(aside);
    if (existsSync(place)) moveAway(place, former);
    await renameDurably(aside, place);
    rmSync(former, { recursive: true, force: true });
    return written;
  } catch (error) {
    putBack();
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

/** Did the system refuse something? Its codes are words such as ENOSPC; those of Node begin with ERR_. */
const isOfDisk = (error: unknown) => /^E[A-Z0-9]+$/.test((error as NodeJS.ErrnoException).code ?? "");

/** Moves the old folder out of the way, unless a process writes into it. */
function moveAway(place: string, former: string): void {
  const unlock = lock(join(place, "lock"));
  try {
    renameSync(place, former);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @throws "failed" for a folder that holds what cannot be made again */
function refuseOthers(folder: string): void {
  if (!existsSync(folder)) return;
  const other = readdirSync(folder).find((name) => !OWN.test(name));
  const manifest = other === undefined ? readManifest(folder) : undefined;
  if (other === undefined && !(manifest && !mergedFrom(manifest))) return;
  const what = other === undefined ? "a snapshot that is no merge" : `${other}, which is no part of a merge`;
  throw problem.failed`${folder} holds ${what}, and would be lost: name another folder, or move it away`;
}
