import { builtInWorld } from '../../src/sandbox/built-in-world.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';
import { lockedConfiguration, smallConfiguration, writeFiles } from './configuration.ts';
import type { RemoteSandbox } from './executable.ts';
import { siteFile } from './site.ts';
import type { Machine } from './svc.ts';

/**
 * The stdout of a command: one resource, a list, output that is the same in every format, the result of a write,
 * as a message or as JSON, or YAML in every format but JSON.
 */
export type Shape = 'one' | 'list' | 'done' | 'event' | 'text';

/** A command line that sends a request, with its preparation. */
export interface Call {
  words: string[];
  shape: Shape;
  edition?: 'hosted';
  /** The owner of the token (default: the site administrator). */
  caller?: 'owner' | 'user';
  /** The text on stdin. */
  stdin?: string;
  env?: Record<string, string>;
  /** Writes the files that the command needs, in a home and for a registry; also used if nothing else can be prepared. */
  files?(home: string, registry: string): Promise<void>;
  /** Creates the object of the command; returns the value for `{}` in its arguments. */
  prepare?(machine: Machine, service: RemoteSandbox): Promise<string>;
}

const bannerId = async ({ svc }: Machine) =>
  (await svc(['banner', 'create', '--title', 'T', '--body', 'B', '--jq', '.id'])).stdout.trim();
const agentPoolId = async ({ svc }: Machine) =>
  (await svc(['agent-pool', 'create', '--name', 'staging', '--jq', '.id'])).stdout.trim();
const oauthClientId = async () => builtInWorld(fixedTokens).oauthClients[0]!.id;

const notificationId = async ({ svc }: Machine, { info }: RemoteSandbox) => {
  const to = ['--destination-type', 'email', '--user', info.users[0]!.id];
  const words = ['notification', 'create', '-w', info.workspaces[0]!.id, '--name', 'Mail', ...to];
  return (await svc([...words, '--jq', '.id'])).stdout.trim();
};

/** Every verb that sends a request, by its command. The tests try each with every format and every rejection. */
export const calls: Record<string, Call> = {
  whoami: { words: ['whoami'], shape: 'one' },
  'auth status': { words: ['auth', 'status'], shape: 'one' },
  'banner list': { words: ['banner', 'list'], shape: 'list', prepare: bannerId },
  'banner show': { words: ['banner', 'show', '--current'], shape: 'one', prepare: bannerId },
  'banner create': { words: ['banner', 'create', '--title', 'T', '--body', 'B'], shape: 'one' },
  'banner update': { words: ['banner', 'update', '{}', '--title', 'U'], shape: 'one', prepare: bannerId },
  'banner delete': { words: ['banner', 'delete', '{}', '--yes'], shape: 'done', prepare: bannerId },
  'customization show': { words: ['customization', 'show'], shape: 'one' },
  'customization update': { words: ['customization', 'update', '--footer', 'F', '--strict'], shape: 'one' },
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
    prepare: async () => builtInWorld(fixedTokens).hcpOrganizations[0]!.id,
  },
  'feature-set list': { words: ['feature-set', 'list'], shape: 'list', edition: 'hosted', caller: 'owner' },
  'subscription show': {
    words: ['subscription', 'show', '{}'],
    shape: 'one',
    edition: 'hosted',
    caller: 'owner',
    prepare: async (_, { info }) => info.subscription,
  },
  'subscription update': {
    words: ['subscription', 'update', '--rum-alert-threshold', '500'],
    shape: 'one',
    edition: 'hosted',
    caller: 'owner',
  },
  'agent-pool list': { words: ['agent-pool', 'list'], shape: 'list', caller: 'owner', prepare: agentPoolId },
  'agent-pool create': {
    words: ['agent-pool', 'create', '--name', 'production', '--no-organization-scoped'],
    shape: 'one',
    caller: 'owner',
  },
  'agent-pool show': { words: ['agent-pool', 'show', '{}'], shape: 'one', caller: 'owner', prepare: agentPoolId },
  'agent-pool update': {
    words: ['agent-pool', 'update', '{}', '--organization-scoped'],
    shape: 'one',
    caller: 'owner',
    prepare: agentPoolId,
  },
  'agent-pool delete': {
    words: ['agent-pool', 'delete', '{}', '--yes'],
    shape: 'done',
    caller: 'owner',
    prepare: agentPoolId,
  },
  'oauth-client list': { words: ['oauth-client', 'list'], shape: 'list', caller: 'owner' },
  'oauth-client show': { words: ['oauth-client', 'show', '{}'], shape: 'one', caller: 'owner', prepare: oauthClientId },
  'oauth-client create': {
    words: [
      ...['oauth-client', 'create', '--service-provider', 'github', '--http-url', 'https://github.com'],
      ...['--api-url', 'https://api.github.com', '--oauth-token-string-file', '-'],
    ],
    stdin: 'a-token-of-the-provider',
    shape: 'one',
    caller: 'owner',
  },
  'oauth-client update': {
    words: ['oauth-client', 'update', '{}', '--name', 'Ours', '--clear-key', '--secret-env', 'CLIENT_SECRET', '--yes'],
    env: { CLIENT_SECRET: 'a-secret-of-the-client' },
    shape: 'one',
    caller: 'owner',
    prepare: oauthClientId,
  },
  'oauth-client delete': {
    words: ['oauth-client', 'delete', '{}', '--yes'],
    shape: 'done',
    caller: 'owner',
    prepare: oauthClientId,
  },
  'organization list': { words: ['organization', 'list'], shape: 'list' },
  'organization show': { words: ['organization', 'show', 'acme'], shape: 'one', caller: 'user' },
  'workspace list': { words: ['workspace', 'list', '--query', 'network', '--limit', '5'], shape: 'list' },
  'workspace show': { words: ['workspace', 'show', 'network-production'], shape: 'one', caller: 'user' },
  'notification audit': {
    words: ['notification', 'audit', '-w', 'network-production'],
    shape: 'list',
    caller: 'owner',
  },
  'team list': { words: ['team', 'list'], shape: 'list' },
  'team show': { words: ['team', 'show', 'platform'], shape: 'one', caller: 'user' },
  'team members': { words: ['team', 'members', 'platform'], shape: 'list' },
  'team set': { words: ['team', 'set', 'platform', 'uma', '--yes'], shape: 'list', caller: 'owner' },
  'team add-user': { words: ['team', 'add-user', 'platform', 'nell'], shape: 'list', caller: 'owner' },
  'team remove-user': { words: ['team', 'remove-user', 'platform', '-'], stdin: 'uma', shape: 'list' },
  'team add-membership': { words: ['team', 'add-membership', 'platform', 'ou-L1vUe9WdKy6ShR3a'], shape: 'list' },
  'team remove-membership': { words: ['team', 'remove-membership', 'platform', 'ou-D3wZm6RkHv8YnA4u'], shape: 'list' },
  'notification list': {
    words: ['notification', 'list', '-w', 'network-production', '--limit', '5'],
    shape: 'list',
    prepare: notificationId,
  },
  'notification show': { words: ['notification', 'show', '{}'], shape: 'one', prepare: notificationId },
  'notification create': {
    words: [
      ...['notification', 'create', '-w', 'ws-R5hTn2KxPd8WqL4v', '--name', 'Hook', '--destination-type', 'generic'],
      ...['--url', 'https://hooks.example.com/svc', '--trigger', 'all', '--token-env', 'HOOK_TOKEN'],
    ],
    env: { HOOK_TOKEN: 'the-key-of-the-hook' },
    shape: 'one',
    caller: 'owner',
  },
  'notification update': {
    words: ['notification', 'update', '{}', '--enabled', '--trigger', 'run:errored', '--clear-users', '--strict'],
    shape: 'one',
    prepare: notificationId,
  },
  'notification verify': { words: ['notification', 'verify', '{}'], shape: 'one', prepare: notificationId },
  'notification delete': { words: ['notification', 'delete', '{}', '--yes'], shape: 'done', prepare: notificationId },
  'webhook wait': {
    words: ['webhook', 'wait', '--create', '-w', 'ws-R5hTn2KxPd8WqL4v', '--until', 'trigger=verification'],
    shape: 'event',
    caller: 'owner',
  },
  export: { words: ['export'], shape: 'text' },
  diff: { words: ['diff', '-f', 'site.yaml'], shape: 'list', files: siteFile },
  apply: { words: ['apply', '-f', 'site.yaml', '--yes'], shape: 'list', files: siteFile },
  'module search': { words: ['module', 'search', 'network'], shape: 'list' },
  'module list': { words: ['module', 'list'], shape: 'list' },
  'module show': { words: ['module', 'show', 'acme/network/cloud'], shape: 'one' },
  'module latest': { words: ['module', 'latest', 'acme/network'], shape: 'list' },
  'module source': { words: ['module', 'source', 'acme/network/cloud'], shape: 'one' },
  'module stats': { words: ['module', 'stats', 'acme/network/cloud'], shape: 'one' },
  'module versions': { words: ['module', 'versions', 'acme/network/cloud'], shape: 'list' },
  'module download': { words: ['module', 'download', 'acme/network/cloud', '--force', '--submodules'], shape: 'list' },
  'module lock': { words: ['module', 'lock', 'infra', '--submodules'], shape: 'list', files: smallConfiguration },
  'module install': { words: ['module', 'install', 'infra'], shape: 'list', files: smallConfiguration },
  'module verify': {
    words: ['module', 'verify', 'infra'],
    shape: 'list',
    files: lockedConfiguration,
    prepare: async ({ svc }) => (await svc('module install infra --frozen')).stdout,
  },
  'module audit': {
    words: ['module', 'audit', 'infra'],
    shape: 'list',
    async files(home, registry) {
      await lockedConfiguration(home, registry);
      await writeFiles(home, { 'infra/svc.policy.yaml': 'hosts: [modules.example.org]\n' });
    },
  },
  'module outdated': { words: ['module', 'outdated', 'infra', '--all'], shape: 'list', files: lockedConfiguration },
  'module update': {
    words: ['module', 'update', './infra'],
    shape: 'list',
    files: (home, registry) => smallConfiguration(home, registry, '1.0.0'),
  },
  'module mirror': {
    words: ['module', 'mirror', 'mirror', 'modules.example.com/acme/label/null'],
    shape: 'list',
    files: smallConfiguration,
  },
  'module diff': { words: ['module', 'diff', 'acme/network/cloud@1.0.0', 'acme/network/cloud@1.2.0'], shape: 'list' },
};
