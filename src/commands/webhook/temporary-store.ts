import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../cli/context.ts';
import { cannot, makeFolders, namesIn } from '../../files.ts';
import { ownNumber } from '../../processes.ts';
import { ownerOnly } from '../../settings/file-mode.ts';
import { replaceOwn } from '../../settings/replace.ts';
import { stateFolder } from '../listening/journal.ts';
import { runsStill, startOf } from './process-start.ts';

/** A temporary configuration that is there, or may be. */
export interface Temporary {
  /** What the configuration is called, by which it is found when nobody learnt its id. */
  name: string;
  address: string;
  workspace: string;
  /** The run that made it: where, which process, and since when. */
  machine: string;
  pid: number;
  started: string | null;
  id: string | null;
  /** The file that remembers it. */
  path: string;
}

type Machine = Pick<Host, 'env' | 'home'>;

/**
 * Remembers that a configuration is about to be made, before anything is sent, so that a run that is killed leaves word.
 * @throws {LocalError} where that cannot be written
 */
export function remember(host: Machine, place: Pick<Temporary, 'address' | 'workspace'>): Temporary {
  const tag = randomBytes(8).toString('hex');
  const made = {
    name: `svc webhook wait ${tag}`,
    ...place,
    machine: hostname(),
    pid: ownNumber,
    started: startOf(ownNumber),
    id: null,
  };
  const remembered = { ...made, path: join(folderOf(host), `${tag}.json`) };
  write(remembered);
  return remembered;
}

/** Adds the id that the service gave it. */
export function withId(made: Temporary, id: string): Temporary {
  const known = { ...made, id };
  write(known);
  return known;
}

export function forget({ path }: Temporary): void {
  rmSync(path, { force: true });
}

/** What runs that are over left at one place of one service. Those of other machines may still run. */
export function leftBehind(host: Machine, place: Pick<Temporary, 'address' | 'workspace'>): Temporary[] {
  const folder = folderOf(host);
  return namesIn(folder)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .flatMap((name) => read(join(folder, name)) ?? [])
    .filter(({ address, workspace }) => address === place.address && workspace === place.workspace)
    .filter(({ machine, pid, started }) => machine === hostname() && !runsStill(pid, started));
}

const folderOf = (host: Machine) => join(stateFolder(host), 'temporary');

function write({ path, ...kept }: Temporary): void {
  try {
    makeFolders(join(path, '..'), ownerOnly.folder);
    replaceOwn(path, `${JSON.stringify(kept)}\n`);
  } catch (cause) {
    const hint = 'Without it a run that is killed would leave its notification configuration behind for good.';
    throw cannot(`write ${path}`, cause, hint);
  }
}

/** What a file remembers, undefined for one that holds anything else. */
function read(path: string): Temporary | undefined {
  try {
    const { id = null, started = null, ...made } = JSON.parse(readFileSync(path, 'utf8')) as Temporary;
    const { address, machine, name, pid, workspace } = made;
    const texts = [address, machine, name, workspace, id ?? '', started ?? ''];
    const isWhole = typeof pid === 'number' && texts.every((text) => typeof text === 'string');
    return isWhole ? { ...made, id, started, path } : undefined;
  } catch {
    return undefined;
  }
}
