import { destinationTypes, triggers } from '../../api/contract/notification.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { unlessFailed } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { hasExtra, parseSet } from '../../cli/set-flag.ts';
import { newToken } from '../../cli/stored-tokens.ts';
import { changesTo } from '../../cli/walk.ts';
import { webUrl } from '../../cli/web-url.ts';
import { type Field, FieldKinds, complete as filledIn, isInconclusive } from '../../cli/wizard.ts';
import type { CreateFlags } from './create-flags.ts';
import { type Described, isWeb, type NotificationFlags, namesIn, rejectContradictions } from './flags.ts';
import { configurationsOf } from './same-name.ts';
import { isPattern, namesWorkspaces } from './workspace-flags.ts';

type Answers = CreateFlags & Described;
export type Complete = Answers & { workspace: string[] };

/** The triggers that most people want: those of runs that need attention, and of finished runs. */
const usual = ['run:completed', 'run:errored', 'run:needs_attention'];

/** Returns the prompts for a new configuration. */
export function notificationFields(context: Context): Field<Answers>[] {
  const kinds = new FieldKinds<Answers>(context.ask);
  const lacksUrl = ({ destinationType, set, url }: Answers) =>
    isWeb(destinationType) && url === undefined && !hasExtra(set, 'url');
  const lacksUsers = ({ destinationType, set, user }: Answers) =>
    destinationType === 'email' && user === undefined && !parseSet(set).relationships.users;
  return [
    kinds.field('workspace', { question: 'Workspace', sets: [] }, async (flag) => {
      const workspace = [await pickWorkspace({ flag }, context)];
      await requireReadable(workspace, context);
      return { workspace };
    }),
    kinds.choice('destinationType', destinationTypes, { question: 'Destination type', initial: 'generic' }),
    kinds.text('name', { question: 'Name' }),
    kinds.text('url', { question: 'URL', parse: webUrl, missing: lacksUrl }),
    kinds.text('user', {
      question: 'Users who receive the e-mail',
      missing: lacksUsers,
      read: (ids) => ({ user: namesIn(ids) }),
      sets: ['users'],
    }),
    kinds.choices('trigger', triggers, { question: 'Send when', initial: usual, optional: true, sets: ['triggers'] }),
    tokenField(kinds, context),
    kinds.yesOrNo('enabled', { question: 'Enabled', optional: true, initial: true }),
  ];
}

/** Returns the prompt for the signing token. The safest choice stands first. */
function tokenField(kinds: FieldKinds<Answers>, { ask, secrets }: Context): Field<Answers> {
  const [generate, enter, none] = ['generate one', 'enter one', 'none'] as const;
  const missing = ({ destinationType, token }: Answers) => destinationType === 'generic' && token === undefined;
  const options = { question: 'Signing token', missing, optional: true, sets: ['token'] };
  return kinds.field('generateToken', options, async (flag) => {
    const answer = await ask.choose(options.question, [generate, enter, none], { flag, initial: generate });
    ask.answers.set(flag, answer === generate ? [flag] : [], true);
    if (answer === generate) return { generateToken: true, token: newToken(secrets) };
    const token = answer === enter ? await ask.secret('Token', { flag: '--token' }) : undefined;
    return { generateToken: undefined, token };
  });
}

/** The flags that describe no value of the configuration. */
const otherFlags = ['workspace', 'allWorkspaces', 'workspacesFrom', 'failedTo', 'jobs', 'ifNotExists', 'replace'];

/**
 * Returns the values of a new configuration. If no value is given, prompts for each; otherwise prompts only for missing ones.
 * @throws {UsageError} for values that contradict each other
 */
export async function complete(flags: Answers, context: Context): Promise<Complete> {
  // Check the flags before any prompt; the answers are checked again.
  rejectContradictions(flags);
  const workspace = namesWorkspaces(flags) ? (flags.workspace ?? []) : undefined;
  const walk = Object.keys(flags).every((flag) => otherFlags.includes(flag));
  const check = () => requireReadable(workspace ?? [], context);
  const answers = await filledIn({ ...flags, workspace }, notificationFields(context), { ...context, check, walk });
  rejectContradictions(answers);
  return { ...answers, workspace: [...new Set(answers.workspace)] };
}

/** Reads the configurations of a workspace, which requires the same access as a new one. @throws {NotFoundError} without access; another failure does not count */
async function requireReadable([name, ...others]: string[], context: Context): Promise<void> {
  if (name === undefined || others.length > 0 || isPattern(name) || context.dryRun) return;
  const reading = workspaceId(name, context).then((id) => configurationsOf({ name, id }, context));
  await unlessFailed(reading, isInconclusive);
}

/** Prompts for each field of a configuration, and returns the changed ones. */
export async function changesOf(id: string, context: Context): Promise<NotificationFlags> {
  const { attributes } = (await context.platform(notifications.show, { id })).data;
  const current: NotificationFlags = {
    name: attributes.name ?? undefined,
    url: attributes.url ?? undefined,
    trigger: attributes.triggers ?? [],
    enabled: attributes.enabled === true,
  };
  const kinds = new FieldKinds<NotificationFlags>(context.ask);
  const offered = [...new Set([...triggers, ...(current.trigger ?? [])])];
  // A prompt for a URL shows the current one, so do not prompt if it contains a secret.
  const hasUrl = isWeb(attributes['destination-type'] ?? undefined) && !hasSecret(current.url);
  const fields = [
    kinds.text('name', { question: 'Name' }),
    ...(hasUrl ? [kinds.text('url', { question: 'URL', parse: webUrl })] : []),
    kinds.choices('trigger', offered, { question: 'Send when' }),
    kinds.yesOrNo('enabled', { question: 'Enabled', initial: current.enabled === true }),
  ];
  const changes = await changesTo(current, fields, context);
  if (changes.trigger?.length === 0) context.ask.answers.set('--trigger', ['--clear-triggers'], true);
  return changes;
}

const hasSecret = (url = '') => URL.canParse(url) && maskUrl(url) !== new URL(url).href && maskUrl(url) !== url;
