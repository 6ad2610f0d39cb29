import { CheckFailedError } from '../errors.ts';
import { shownSource } from './call-source.ts';
import type { Call } from './calls.ts';
import type { Folder } from './folder.ts';
import type { LockedCall } from './lock-file.ts';

/** assumed: no configuration is deeper or larger; a hostile package must end (docs/protocol/modules.md#configurations). */
const limits = { depth: 64, calls: 10_000 };

/** What became of one call. */
export interface Step {
  locked: LockedCall;
  /** The module that was called. */
  inside: Folder;
}

/** A call path, the call there and what became of it. */
export interface Visited extends Step {
  path: string;
  call: Call;
}

/** Finds out what a call that is not local leads to. */
export type Resolve = (path: string, call: Call) => Promise<Step>;

/**
 * Follows the calls of a configuration to the end, callers before those they call; calls beside each other at once.
 * @throws {CheckFailedError} for a circle, or more calls than anybody has; whatever the folders and `resolve` throw
 */
export async function walk(root: Folder, resolve: Resolve): Promise<Visited[]> {
  const visited: Visited[] = [];
  await visit(root, []);
  return visited.sort((a, b) => (a.path < b.path ? -1 : 1));

  async function visit(folder: Folder, trail: readonly { name: string; folder: Folder }[]): Promise<void> {
    const here = trail.map(({ name }) => name);
    const outcomes = await Promise.allSettled(
      folder.calls().map(async (call) => {
        const path = [...here, call.name].join('.');
        if (visited.length >= limits.calls)
          throw new CheckFailedError(`There are more than ${limits.calls} module calls.`);
        const step =
          call.source.kind === 'local' ? localStep(folder, call, call.source.path) : await resolve(path, call);
        visited.push({ path, call, ...step });
        refuseCircle(call, [root, ...trail.map((each) => each.folder)], step.inside);
        if (trail.length >= limits.depth)
          throw new CheckFailedError(`${call.at}: modules call each other more than ${limits.depth} deep.`);
        await visit(step.inside, [...trail, { name: call.name, folder: step.inside }]);
      }),
    );
    // All of them have come to an end before the first failure is told, so that nothing goes on behind the caller's back.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

function localStep(folder: Folder, call: Call, path: string): Step {
  return { locked: { source: call.source.text }, inside: folder.into(call, path) };
}

function refuseCircle({ at, name, source }: Call, callers: readonly Folder[], inside: Folder): void {
  if (!callers.some(({ id }) => id === inside.id)) return;
  throw new CheckFailedError(
    `${at}: module ${name} calls ${shownSource(source)}, which is one of its own callers: that has no end.`,
  );
}
