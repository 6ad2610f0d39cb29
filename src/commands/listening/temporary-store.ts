import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../cli/context.ts';
import { cannot, makeFolders, namesIn, readBytes } from '../../files.ts';
import { mayRun, ownNumber, startOf } from '../../processes.ts';
import { ownerOnly } from '../../settings/file-mode.ts';
import { stateFolder } from '../../settings/paths.ts';
import { replaceOwn } from '../../settings/replace.ts';

/** A temporary configuration that exists, or may exist. */
export interface Temporary {
  /** Its unique name, which finds it when its id is unknown. */
  name: string;
  address: string;
  workspace: string;
  /** The run that created it: its machine, its process, and when that started. */
  machine: string;
  pid: number;
  started: string | null;
  id: string | null;
  /** The file that records it. */
  path: string;
}

type Machine = Pick<Host, 'env' | 'home'>;

/**
 * Records that a configuration is about to be created, before the request is sent, so that the next run finds it when this one is
 * killed. @throws {LocalError} when the file cannot be written
 */
export function remember(host: Machine, place: Pick<Temporary, 'address' | 'workspace'>, name: string): Temporary {
  const tag = randomBytes(8).toString('hex');
  const draft = {
    name: `${name} ${tag}`,
    ...place,
    machine: hostname(),
    pid: ownNumber,
    started: startOf(ownNumber) ?? null,
    id: null,
  };
  const remembered = { ...draft, path: join(folderOf(host), `${tag}.json`) };
  write(remembered);
  return remembered;
}

/** Adds the id that the service answered. */
export function withId(recorded: Temporary, id: string): Temporary {
  const known = { ...recorded, id };
  write(known);
  return known;
}

export function forget({ path }: Temporary): void {
  rmSync(path, { force: true });
}

/** The configurations that ended runs of this machine left in a workspace. Runs on other machines may still be running. */
export function leftBehind(host: Machine, place: Pick<Temporary, 'address' | 'workspace'>): Temporary[] {
  const folder = folderOf(host);
  return namesIn(folder)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .flatMap((name) => read(join(folder, name)) ?? [])
    .filter(({ address, workspace }) => address === place.address && workspace === place.workspace)
    .filter(({ machine, pid, started }) => machine === hostname() && !runsStill(pid, started));
}

/** Whether the process that started then still runs. Without a known start, any process with its id may be it. */
const runsStill = (pid: number, started: string | null) => (started === null ? mayRun(pid) : startOf(pid) === started);

const folderOf = ({ env, home }: Machine) => join(stateFolder(env, home), 'temporary');

function write({ path, ...recorded }: Temporary): void {
  try {
    makeFolders(join(path, '..'), ownerOnly.folder);
    replaceOwn(path, `${JSON.stringify(recorded)}\n`);
  } catch (cause) {
    const hint =
      'It records the temporary notification configuration, so that the next run deletes it if this one is killed.';
    throw cannot(`write ${path}`, cause, hint);
  }
}

/** The configuration that a file records, undefined for any other content. */
function read(path: string): Temporary | undefined {
  try {
    const { id = null, started = null, ...recorded } = JSON.parse(readBytes(path).toString()) as Temporary;
    const { address, machine, name, pid, workspace } = recorded;
    const texts = [address, machine, name, workspace, id ?? '', started ?? ''];
    const isWhole = typeof pid === 'number' && texts.every((text) => typeof text === 'string');
    return isWhole ? { ...recorded, id, started, path } : undefined;
  } catch {
    return undefined;
  }
}
