import { startSandbox } from '../../src/sandbox/server.ts';
import { isForExecutableSandbox, startExecutableSandbox } from './executable.ts';

interface Named {
  id: string;
  name: string;
}

interface Person {
  id: string;
  username: string;
}

/** A running registry as the literal wire cases see it. */
export interface RegistryService {
  /** Ends in a slash. */
  registry: string;
  close(): Promise<void>;
}

/** A running service as the literal wire cases see it: addresses, tokens, names and a clock, but no implementation. */
export interface Service extends RegistryService {
  /** e.g. http://127.0.0.1:4000 */
  address: string;
  /** Ends in /api/v2. */
  api: string;
  tokens: { 'site-admin': string; owner: string; user: string; team: string; organization: string };
  /** On a paid plan. */
  organization: string;
  unpaidOrganization: string;
  workspaces: Named[];
  teams: Named[];
  /** The last user belongs to the organization and to no team. */
  users: Person[];
  /** The user of the first membership is not in the first team. */
  memberships: Person[];
  /** A membership whose user has not accepted the invitation. */
  invited: Person;
  subscription: string;
  /** The organization of the hosted edition to which the owner belongs. */
  hcpOrganization: string;
  /** The password of all users. */
  password: string;
  /** Moves the clock of `fakeClock` forward. */
  advance(ms: number): void;
  /** Lets a run of a workspace go through a transition, queued for a reason; resolves when its notifications were delivered. */
  run(trigger: string, workspaceId: string, message?: string): Promise<void>;
  /** Sets the billable resource count. */
  rum(count: number): Promise<void>;
  /** The e-mails sent, the oldest first. */
  outbox(): Promise<{ to: string; subject: string; body: string }[]>;
}

export interface ServiceOptions {
  edition?: 'self-hosted' | 'hosted';
  /** A clock that stands at 2026-01-15T12:00:00Z until the test moves it, for which the service is in this process. */
  fakeClock?: true;
}

export async function startService({ fakeClock, ...options }: ServiceOptions = {}): Promise<Service> {
  let at = Date.parse('2026-01-15T12:00:00Z');
  const here = { ...options, now: () => new Date(at) };
  const inExecutable = isForExecutableSandbox(fakeClock ? here : options);
  const { close, control, info } = await (inExecutable ? startExecutableSandbox(options) : startSandbox(here));
  const steer = async (path: string, body?: unknown) => {
    const answer = await fetch(`${info.address}/sandbox/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`/sandbox/${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json() as Promise<unknown>;
  };
  const { address, api, memberships, organization, registry, subscription, teams, tokens, users, workspaces } = info;
  return {
    ...{ address, api, memberships, organization, registry, subscription, teams, tokens, users, workspaces },
    unpaidOrganization: 'globex',
    hcpOrganization: info.hcpOrganization,
    password: 'sandbox-password',
    invited: memberships.find(({ username }) => username === 'ivo')!,
    advance(ms) {
      if (!fakeClock) throw new Error('Start the service with fakeClock.');
      at += ms;
    },
    run: async (trigger, workspace, message) => void (await steer('run', { trigger, workspace, message })),
    rum: async (count) => void (await steer('rum', { count })),
    outbox: async () => mailsOf(await steer('outbox')),
    close,
  };
}

/** Returns an e-mail for each recipient. */
function mailsOf(answer: unknown): { to: string; subject: string; body: string }[] {
  const { mails } = answer as { mails: { to: string | string[]; subject: string; body: string }[] };
  return mails.flatMap(({ body, subject, to }) => [to].flat().map((each) => ({ body, subject, to: each })));
}
