import { CheckFailedError, UsageError } from '../../base/errors.ts';
import { allEnded } from '../../base/queue.ts';
import { asForeignSource, shownSource } from './call-source.ts';
import type { Call, TellUnread } from './calls.ts';
import { manifestName } from './files.ts';
import type { Folder } from './folder.ts';
import type { LockedCall } from './lock-file.ts';

/** assumed: no configuration is deeper or larger; stops at a hostile package (docs/protocol/modules.md#configurations). */
const limits = { depth: 64, calls: 10_000 };

export interface Step {
  locked: LockedCall;
  inside: Folder;
}

export interface Visited extends Step {
  path: string;
  call: Call;
}

export type Resolve = (path: string, call: Call) => Promise<Step>;

/**
 * Follows the calls of a configuration recursively, callers before their calls; siblings run concurrently. `unread` receives the paths of
 * unreadable calls.
 * @throws {CheckFailedError} for a cycle or too many calls; {UsageError} for a package in place of the manifest; all errors of the folders and `resolve`
 */
export async function walk(root: Folder, resolve: Resolve, unread: TellUnread): Promise<Visited[]> {
  const visited: Visited[] = [];
  let calls = 0;
  const count = (path: string) => {
    calls += 1;
    if (calls <= limits.calls) return path;
    throw new CheckFailedError(`The configuration has more than ${limits.calls} module calls.`);
  };
  await visit(root, []);
  return visited.sort((a, b) => (a.path < b.path ? -1 : 1));

  async function visit(folder: Folder, trail: readonly Visited[]): Promise<void> {
    const callPath = trail.map(({ call }) => call.name);
    const isOwn = trail.every(({ call }) => call.source.kind === 'local');
    const tell: TellUnread = (name, call) => unread(count([...callPath, name].join('.')), call);
    await allEnded(
      folder.calls(tell).map(async (written) => {
        const call = isOwn ? written : { ...written, source: asForeignSource(written.source) };
        const path = [...callPath, call.name].join('.');
        if (path === manifestName && call.source.kind !== 'local')
          throw new UsageError(`${call.at}: module ${call.name} has the call path ${path}, the name of the manifest.`);
        count(path);
        const step =
          call.source.kind === 'local'
            ? { locked: { source: call.source.text }, inside: folder.calledModule(call, call.source.path) }
            : await resolve(path, call);
        const visitedCall = { path, call, ...step };
        visited.push(visitedCall);
        if (step.inside.id === root.id || trail.some(({ inside }) => inside.id === step.inside.id)) {
          const subject = `module ${call.name} calls ${shownSource(call.source)}`;
          throw new CheckFailedError(`${call.at}: ${subject}, which is one of its own callers: a cycle.`);
        }
        if (trail.length >= limits.depth)
          throw new CheckFailedError(`${call.at}: module calls are nested more than ${limits.depth} deep.`);
        await visit(step.inside, [...trail, visitedCall]);
      }),
    );
  }
}
