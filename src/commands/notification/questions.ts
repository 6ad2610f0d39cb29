import { destinationTypes, triggers } from '../../api/contract/notification.ts';
import { notifications } from '../../api/contract/platform/notifications.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { Context } from '../../cli/context.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { parseSet } from '../../cli/set-flag.ts';
import { webUrl } from '../../cli/web-url.ts';
import { type Field, FieldKinds, complete as filledIn } from '../../cli/wizard.ts';
import { type Described, isWeb, type NotificationFlags, namesIn } from './flags.ts';

type Given = Described & { workspace?: string[] | undefined };
export type Complete = Described & { workspace: string[] };

type Asking = Pick<Context, 'ask' | 'credentials' | 'dryRun' | 'platform' | 'platformList' | 'progress' | 'settings'>;

/** Triggers that most people want: runs that need attention, and finished runs. */
const usual = ['run:completed', 'run:errored', 'run:needs_attention'];

/** Returns the prompts for a new configuration. */
export function notificationFields(context: Asking): Field<Given>[] {
  const kinds = new FieldKinds<Given>(context.ask);
  const lacksUrl = ({ destinationType, set, url }: Given) =>
    isWeb(destinationType) && url === undefined && !('url' in parseSet(set).attributes);
  const lacksUsers = ({ destinationType, set, user }: Given) =>
    destinationType === 'email' && user === undefined && !parseSet(set).relationships.users;
  return [
    kinds.field('workspace', { question: 'Workspace', sets: [] }, async (flag) => ({
      workspace: [await pickWorkspace({ flag }, context)],
    })),
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
    kinds.secret('token', {
      question: 'Token to sign with (empty: none)',
      optional: true,
      source: { optional: true },
      missing: ({ destinationType, token }) => destinationType === 'generic' && token === undefined,
    }),
    kinds.yesOrNo('enabled', { question: 'Enabled', optional: true, initial: true }),
  ];
}

/** Returns the values of a new configuration. Prompts for every value if only workspaces are given, else for missing values. */
export async function complete(given: Given, context: Asking): Promise<Complete> {
  const walk = Object.keys(given).every((flag) => flag === 'workspace');
  const made = await filledIn(given, notificationFields(context), { ...context, walk });
  return { ...made, workspace: [...new Set(made.workspace)] };
}

/** Returns what a walk through the fields of a configuration changes. */
export async function changesOf(id: string, context: Context): Promise<NotificationFlags> {
  const { changesTo } = await import('../../cli/walk.ts');
  const { attributes } = (await context.platform(notifications.show, { id })).data;
  const kind = attributes['destination-type'];
  const current: NotificationFlags = {
    name: attributes.name ?? undefined,
    url: attributes.url ?? undefined,
    trigger: attributes.triggers ?? [],
    enabled: attributes.enabled === true,
  };
  const kinds = new FieldKinds<NotificationFlags>(context.ask);
  const offered = [...new Set([...triggers, ...(current.trigger ?? [])])];
  const changes = await changesTo(
    current,
    [
      kinds.text('name', { question: 'Name' }),
      // A prompt would show the secret in a URL as its default.
      ...(isWeb(kind ?? undefined) && !hasSecret(current.url)
        ? [kinds.text('url', { question: 'URL', parse: webUrl })]
        : []),
      kinds.choices('trigger', offered, { question: 'Send when' }),
      kinds.yesOrNo('enabled', { question: 'Enabled', initial: current.enabled === true }),
    ],
    context,
  );
  if (changes.trigger?.length === 0) context.ask.answers.set('--trigger', ['--clear-triggers'], true);
  return changes;
}

const hasSecret = (url = '') => URL.canParse(url) && maskUrl(url) !== new URL(url).href && maskUrl(url) !== url;
