import { builtInWorld } from '../../src/sandbox/built-in-world.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';
import type { Machine } from './svc.ts';

/** What a command prints on stdout: one resource, a list, or something that is the same in every format. */
export type Shape = 'one' | 'list' | 'done';

/** One command line that sends something, and how it is prepared. */
export interface Call {
  words: string[];
  shape: Shape;
  edition?: 'hosted';
  /** Whose token; the site administrator's unless told. */
  caller?: 'owner' | 'user';
  /** What is piped in. */
  stdin?: string;
  env?: Record<string, string>;
  /** Makes what the command acts on, and answers what to put for `{}` in its words. */
  prepare?(machine: Machine, service: Sandbox): Promise<string>;
}

const bannerId = async ({ svc }: Machine) =>
  (await svc(['banner', 'create', '--title', 'T', '--body', 'B', '--jq', '.id'])).stdout.trim();

/** Every verb that sends a request, by the words that reach it. The formats and refusals of each are tested. */
export const calls: Record<string, Call> = {
  whoami: { words: ['whoami'], shape: 'one' },
  'auth status': { words: ['auth', 'status'], shape: 'one' },
  'banner list': { words: ['banner', 'list'], shape: 'list', prepare: bannerId },
  'banner create': { words: ['banner', 'create', '--title', 'T', '--body', 'B'], shape: 'one' },
  'banner update': { words: ['banner', 'update', '{}', '--title', 'U'], shape: 'one', prepare: bannerId },
  'banner delete': { words: ['banner', 'delete', '{}'], shape: 'done', prepare: bannerId },
  'customization show': { words: ['customization', 'show'], shape: 'one' },
  'customization update': { words: ['customization', 'update', '--footer', 'F'], shape: 'one' },
  'account show': { words: ['account', 'show'], shape: 'one' },
  'account update': { words: ['account', 'update', '--username', 'someone-else'], shape: 'one' },
  'account password': {
    words: ['account', 'password', '--current-password-file', '-', '--password-env', 'NEW'],
    stdin: 'sandbox-password',
    env: { NEW: 'a-new-password-1' },
    shape: 'one',
  },
  'account hcp-organization': {
    words: ['account', 'hcp-organization', '{}'],
    shape: 'one',
    edition: 'hosted',
    caller: 'owner',
    prepare: async () => builtInWorld().hcpOrganizations[0]!.id,
  },
  'module search': { words: ['module', 'search', 'network'], shape: 'list' },
  'module list': { words: ['module', 'list'], shape: 'list' },
  'module show': { words: ['module', 'show', 'acme/network/cloud'], shape: 'one' },
  'module latest': { words: ['module', 'latest', 'acme/network'], shape: 'list' },
  'module source': { words: ['module', 'source', 'acme/network/cloud'], shape: 'one' },
  'module downloads': { words: ['module', 'downloads', 'acme/network/cloud'], shape: 'one' },
  'module versions': { words: ['module', 'versions', 'acme/network/cloud'], shape: 'list' },
  'module download': { words: ['module', 'download', 'acme/network/cloud', '--force'], shape: 'list' },
};
