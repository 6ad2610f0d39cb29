import type { CommandUnknownOpts } from 'commander';
import { type Begin, declare } from './cli/declare.ts';
import type { Noun } from './cli/verb.ts';

type Listed = [description: string, load: () => Promise<{ noun: Noun }>];

/** The nouns of `svc`, in the groups of its help, with their descriptions and verbs. Only the typed noun is loaded. */
export const nounGroups: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  'Get started': {
    login: ['Log in to a platform', () => import('./commands/login/index.ts')],
    logout: ['Log out of a platform', () => import('./commands/logout/index.ts')],
    auth: ['Show the authentication status and the token', () => import('./commands/auth/index.ts')],
    status: ['Show an overview of the platform and this machine', () => import('./commands/status/index.ts')],
    open: ['Open a page of the platform in the browser', () => import('./commands/open/index.ts')],
    whoami: ['Show the user of the token', () => import('./commands/whoami/index.ts')],
    doctor: ['Find out why svc does not work', () => import('./commands/doctor/index.ts')],
    config: ['Manage settings', () => import('./commands/config/index.ts')],
    profile: ['Manage profiles, each with settings and a token', () => import('./commands/profile/index.ts')],
  },
  Administration: {
    account: ['Manage your account', () => import('./commands/account/index.ts')],
    organization: ['View organizations', () => import('./commands/organization/index.ts')],
    workspace: ['View workspaces', () => import('./commands/workspace/index.ts')],
    team: ['View teams and manage their members', () => import('./commands/team/index.ts')],
    'agent-pool': ['Manage agent pools', () => import('./commands/agent-pool/index.ts')],
    subscription: ['Manage subscriptions', () => import('./commands/subscription/index.ts')],
    'feature-set': ['View feature sets', () => import('./commands/feature-set/index.ts')],
    banner: ['Manage site banners', () => import('./commands/banner/index.ts')],
    customization: ['Manage the links and texts of the site', () => import('./commands/customization/index.ts')],
  },
  Integration: {
    'oauth-client': ['Manage OAuth clients (VCS connections)', () => import('./commands/oauth-client/index.ts')],
    notification: ['Manage workspace notifications', () => import('./commands/notification/index.ts')],
    webhook: ['Receive, verify and replay notifications', () => import('./commands/webhook/index.ts')],
  },
  'Configuration as code': {
    export: ['Write the live site as a document', () => import('./commands/export/index.ts')],
    diff: ['Compare the live site with documents', () => import('./commands/diff/index.ts')],
    apply: ['Make the live site match documents', () => import('./commands/apply/index.ts')],
  },
  Modules: {
    module: ['Find, download, lock and mirror modules', () => import('./commands/module/index.ts')],
  },
  Tools: {
    api: ['Make an authenticated API request', () => import('./commands/api/index.ts')],
    sandbox: ['Run the platform on this machine', () => import('./commands/sandbox/index.ts')],
    completion: ['Manage shell completions', () => import('./commands/completion/index.ts')],
  },
};

const nouns = Object.assign({}, ...Object.values(nounGroups)) as Readonly<Record<string, Listed>>;

/** Loads a noun and declares its verbs, as `declare` does; does nothing for other words, such as `help`. */
export async function declareNoun(
  command: CommandUnknownOpts,
  begin?: Begin,
  typed?: readonly string[],
): Promise<void> {
  const loaded = await nouns[command.name()]?.[1]();
  if (loaded) declare(command, loaded.noun, begin, typed);
}
