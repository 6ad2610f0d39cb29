import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api/client/client.ts';
import { codeOf } from '../../api/client/transport-fault.ts';
import { monotonicMs } from '../../base/clock.ts';
import { cancellation, NetworkError } from '../../base/errors.ts';
import { portOf, serviceUrl } from '../../base/origin.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import type { Context } from '../../cli/context.ts';
import { originOf } from '../../cli/settings/credentials.ts';
import { contradiction } from '../../cli/verb.ts';
import { deleteLeftovers, type NotedSandbox, type RunningSandbox, runningSandboxes } from '../../sandbox/note.ts';
import { forgetAbandoned, rejectForeign } from './announce.ts';

/** The parts of the context that finding and controlling a sandbox needs. */
export type FindDeps = Pick<Context, 'client' | 'credentials' | 'host' | 'output'>;

export interface Choice {
  address?: string | undefined;
  port?: number | undefined;
  /** The address of the sandbox to prefer over newer ones, if it was started on this machine. */
  preferred?: string | undefined;
  /** The flag that chooses one of several sandboxes, for a message. */
  choice: string;
}

/**
 * Finds the newest sandbox of this machine that responds, because a killed sandbox leaves its note. If several respond and the user
 * chose none, prints the address of the one found.
 * @throws {NetworkError} if no sandbox responds; {UsageError} for an invalid address
 */
export async function findSandbox(wanted: Choice, steering: FindDeps): Promise<NotedSandbox> {
  const { host, output } = steering;
  const preferred = originOf(wanted.preferred);
  const { isMatch, place } = choiceOf(wanted);
  const isPreferred = ({ address }: RunningSandbox) => originOf(address) === preferred;
  deleteLeftovers(host);
  const all = runningSandboxes(host);
  const othersOf = (isOther: (each: NotedSandbox) => boolean) => respondingOf(all.filter(isOther), steering);
  for (const running of all.toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)))) {
    if (!isMatch(running) || !(await responds(running, steering))) continue;
    if (place !== undefined || isPreferred(running)) return running;
    const others = await othersOf((each) => each !== running);
    if (others.length > 0) {
      const also = `Also running: ${addressesOf(others)}. To choose one: ${wanted.choice}`;
      output.note(`Using the newest sandbox, ${running.address}. ${also}`);
    }
    return running;
  }
  if (wanted.address !== undefined) await rejectForeign(originOf(wanted.address)!, steering);
  const others = await othersOf((each) => !isMatch(each));
  throw new NetworkError(`No sandbox is running ${place ?? 'on this machine'}.`, {
    hint: others.length === 0 ? 'Start one with: svc sandbox start' : `Running sandboxes: ${addressesOf(others)}`,
  });
}

/** Returns the sandboxes that respond within a second. */
export async function respondingOf(sandboxes: readonly NotedSandbox[], steering: FindDeps): Promise<NotedSandbox[]> {
  const signal = AbortSignal.timeout(1000);
  const areResponding = await Promise.all(sandboxes.map((each) => responds(each, steering, signal)));
  return sandboxes.filter((_, nth) => areResponding[nth]);
}

const noteOfSandbox = new ValueOrigin('file', '', 'the note of the sandbox');

async function responds(running: NotedSandbox, { client, credentials, host }: FindDeps, signal?: AbortSignal) {
  try {
    credentials.setForRun(running.address, running.control, noteOfSandbox);
    const sandbox = await clientOf(running, { client });
    await sandbox.send('GET', new URL('/sandbox/info', running.address), undefined, { retries: 0, signal });
    return true;
  } catch (error) {
    if (error instanceof NetworkError && codeOf(error.cause) === 'ECONNREFUSED') forgetAbandoned(host, running);
    return false;
  }
}

/**
 * Returns a test for the sandbox that the flags choose, and a description of the choice. @throws {UsageError} for an invalid address,
 * and for two choices
 */
function choiceOf({ address, port }: Choice): { isMatch(running: RunningSandbox): boolean; place: string | undefined } {
  if (address !== undefined && port !== undefined) throw contradiction('--address', '--port');
  if (port !== undefined) {
    return { isMatch: (running) => portOf(new URL(running.address)) === port, place: `on port ${port}` };
  }
  if (address === undefined) return { isMatch: () => true, place: undefined };
  const { origin } = serviceUrl(address, { source: '--address', insecureHttp: true });
  return { isMatch: (running) => originOf(running.address) === origin, place: `at ${origin}` };
}

/** Lists the addresses of sandboxes, for a message. */
export function addressesOf(sandboxes: readonly RunningSandbox[]): string {
  return sandboxes.map(({ address }) => address).join(', ');
}

/**
 * Finds a sandbox like `findSandbox`, but waits for one that is still starting.
 * @throws {NetworkError} if none responds within the limit
 */
export async function awaitSandbox(wanted: Choice, steering: FindDeps, limitMs: number): Promise<NotedSandbox> {
  const { signal } = steering.host;
  const end = monotonicMs() + limitMs;
  const { isMatch } = choiceOf(wanted);
  while (!runningSandboxes(steering.host).some(isMatch) && monotonicMs() < end && !signal.aborted) {
    await pause(50, undefined, { signal }).catch(() => undefined);
  }
  if (signal.aborted) throw cancellation(signal);
  return findSandbox(wanted, steering);
}

/** Returns a client that trusts the generated CA of a sandbox. */
export function clientOf({ caFile }: RunningSandbox, { client }: Pick<Context, 'client'>): Promise<Client> {
  return client(caFile === undefined ? undefined : { value: caFile, origin: 'of the sandbox' });
}
