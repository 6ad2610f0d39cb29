import { basename, dirname } from 'node:path';
import { TryLaterError } from '../../base/errors.ts';
import { makeFolders } from '../../base/system/files.ts';
import { locked } from '../../base/system/lock.ts';
import { holdSignals } from '../../base/system/signals.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Context } from '../../cli/context.ts';
import { temporariesOf } from '../../cli/temporaries.ts';

/**
 * Runs an apply while no other apply uses its record. Each apply writes the whole file, so two at a time would lose entries. Waits for
 * the other apply to end (default: at most ten minutes). Warns if the disk does not support locks.
 * @throws {TryLaterError} if the other apply still runs after the wait
 */
export async function withRecordLock(path: string, context: Context, act: () => Promise<void>, longestWaitMs?: number) {
  const { host, output } = context;
  const folder = dirname(path);
  // Ignore an error here: writing the record reports it later.
  unlessThrown(() => makeFolders(folder, 0o700));
  const waiting = () => output.note(`Waiting for another svc apply, which uses the record ${path}.`);
  const options = { signal: host.signal, waiting, warn: output.warn, longestWaitMs };
  const locks = { locks: folder, busy: new Map(), temporaries: temporariesOf(host) };
  await locked(locks, basename(path), options, async (held) => {
    if (held === 'waited too long') {
      const hint = 'Nothing was changed. Run the same command again when the other one has ended.';
      throw new TryLaterError(`Another svc apply still uses the record ${path}.`, { hint, retryable: true });
    }
    const alone = 'Another svc apply with this record must not run at the same time.';
    if (held === 'no locks') output.warn(`The folder ${folder} has no locks. ${alone}`);
    await act();
  }).finally(holdSignals());
}
