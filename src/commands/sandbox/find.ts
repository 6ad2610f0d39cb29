import type { Context } from '../../cli/context.ts';
import type { Client } from '../../client/client.ts';
import { NetworkError } from '../../errors.ts';
import { serviceUrl } from '../../origin.ts';
import type { RunningSandbox } from '../../sandbox/note.ts';
import { announced } from './announce.ts';

/** What finding and steering a sandbox takes. */
export type Steering = Pick<Context, 'client' | 'credentials' | 'host'>;

/** Which sandbox is meant. */
export interface Wanted {
  /** Only the one at this address. */
  address?: string | undefined;
  /** This one rather than a newer one, when it is a sandbox of this machine. */
  rather?: string | undefined;
}

/**
 * The sandbox of this machine that is meant: the newest that answers, since one that was killed leaves its note behind.
 * @throws {NetworkError} when there is none; {UsageError} for an address that is none
 */
export async function findSandbox(
  { address, rather }: Wanted,
  { client, credentials, host }: Steering,
): Promise<RunningSandbox> {
  const wanted = address && serviceUrl(address, { source: '--address', insecureHttp: true }).origin;
  const isRather = (running: RunningSandbox) => Number(originOf(running.address) === originOf(rather));
  for (const running of announced(host).toSorted((a, b) => isRather(b) - isRather(a))) {
    if (wanted && originOf(running.address) !== wanted) continue;
    credentials.use(running.address, running.control);
    const asking = clientOf(running, { client }).then((made) =>
      made.send('GET', new URL('/sandbox/info', running.address)),
    );
    const alive = await asking.catch(() => undefined);
    if (alive) return running;
  }
  throw new NetworkError(wanted ? `No sandbox of yours runs at ${wanted}.` : 'No sandbox runs here.', {
    hint: 'svc sandbox start',
  });
}

/** Requests to a sandbox, which trust the CA that it has made. */
export function clientOf({ caFile }: RunningSandbox, { client }: Pick<Context, 'client'>): Promise<Client> {
  return client(caFile === undefined ? undefined : { value: caFile, origin: 'of the sandbox' });
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}
