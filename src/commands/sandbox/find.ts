import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../cli/context.ts';
import { announced } from '../../cli/sandbox-notes.ts';
import type { Client } from '../../client/client.ts';
import { cancellation, NetworkError } from '../../errors.ts';
import { serviceUrl } from '../../origin.ts';
import type { RunningSandbox } from '../../sandbox/note.ts';

const pollMs = 50;

/** The context that is needed to find and control a sandbox. */
export type Steering = Pick<Context, 'client' | 'credentials' | 'host'>;

/** The choice of a sandbox. */
export interface Wanted {
  /** Only the sandbox at this address. */
  address?: string | undefined;
  /** The sandbox at this address before newer ones, if it was started on this machine. */
  preferred?: string | undefined;
}

/**
 * The newest sandbox of this machine that responds: the note of a killed sandbox still exists.
 * @throws {NetworkError} if no sandbox responds, {UsageError} for an invalid address
 */
export async function findSandbox(
  { address, preferred }: Wanted,
  { client, credentials, host }: Steering,
): Promise<RunningSandbox> {
  const wanted = address && serviceUrl(address, { source: '--address', insecureHttp: true }).origin;
  const isPreferred = (running: RunningSandbox) => Number(originOf(running.address) === originOf(preferred));
  for (const running of announced(host).toSorted((a, b) => isPreferred(b) - isPreferred(a))) {
    if (wanted && originOf(running.address) !== wanted) continue;
    credentials.use(running.address, running.control);
    const info = clientOf(running, { client }).then((sandbox) =>
      sandbox.send('GET', new URL('/sandbox/info', running.address)),
    );
    const response = await info.catch(() => undefined);
    if (response) return running;
  }
  throw new NetworkError(wanted ? `No sandbox is running at ${wanted}.` : 'No sandbox is running on this machine.', {
    hint: 'Start one with: svc sandbox start',
  });
}

/**
 * The same, but waits for a sandbox that is starting.
 * @throws {NetworkError} if none responds within the limit
 */
export async function awaitSandbox(wanted: Wanted, steering: Steering, limitMs: number): Promise<RunningSandbox> {
  const { signal } = steering.host;
  const end = performance.now() + limitMs;
  while (announced(steering.host).length === 0 && performance.now() < end && !signal.aborted) {
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted) throw cancellation(signal);
  return findSandbox(wanted, steering);
}

/** A client that trusts the generated CA of a sandbox. */
export function clientOf({ caFile }: RunningSandbox, { client }: Pick<Context, 'client'>): Promise<Client> {
  return client(caFile === undefined ? undefined : { value: caFile, origin: 'of the sandbox' });
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
