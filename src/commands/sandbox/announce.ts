import { statSync } from 'node:fs';
import { AuthError } from '../../base/errors.ts';
import { portOf } from '../../base/origin.ts';
import { tryRemove } from '../../base/system/files.ts';
import { ownerTag } from '../../base/system/owner.ts';
import type { Context } from '../../cli/context.ts';
import {
  controlChallenge,
  deleteLeftovers,
  filesIn,
  type Machine,
  type NotedSandbox,
  pathOf,
  type RunningSandbox,
  writeBeside,
} from '../../sandbox/note.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Writes the note of a running sandbox, and the certificate of its CA. `forget` deletes all files of the sandbox.
 * @throws {LocalError} if they cannot be written
 */
export function announce(host: Machine, running: RunningSandbox, ca?: string) {
  const owned = { ...running, owner: ownerTag() };
  deleteLeftovers(host);
  const note = ca === undefined ? running : { ...running, caFile: writeBeside(host, owned, 'ca.pem', ca) };
  writeBeside(host, owned, 'json', `${JSON.stringify(note)}\n`);
  return { note, forget: () => forget(host, owned) };
}

/**
 * Deletes the files of a sandbox that accepts no connections, if they are older than a day. svc cannot check the process of such a
 * sandbox if it started before the container was restarted.
 */
export function forgetAbandoned(host: Machine, running: NotedSandbox): void {
  const stat = statSync(pathOf(host, running, 'json'), { throwIfNoEntry: false });
  if (stat && Date.now() - stat.mtimeMs > dayMs) forget(host, running);
}

/** Rejects an address that belongs to no sandbox of this machine. @throws {AuthError} for a sandbox without a note on this machine */
export async function rejectForeign(origin: string, { client }: Pick<Context, 'client'>): Promise<void> {
  const options = { anonymous: true, retries: 0 };
  const asking = (await client()).send('GET', new URL('/sandbox/info', origin), undefined, options);
  const error = await asking.catch((failure: unknown) => failure);
  if (!(error instanceof AuthError) || error.challenge !== controlChallenge) return;
  throw new AuthError(`A sandbox runs at ${origin}, but its control token is not on this machine.`, {
    hint: 'Control it as the user who started it, with the same HOME.',
  });
}

function forget(host: Machine, { owner, address }: NotedSandbox): void {
  const port = portOf(new URL(address));
  for (const file of filesIn(host)) if (file.owner === owner && file.port === port) tryRemove(file.path);
}
