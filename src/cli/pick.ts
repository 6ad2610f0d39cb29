import { NotFoundError } from '../base/errors.ts';
import type { TextAnswer } from '../terminal/ask.ts';
import { printable } from '../terminal/printable.ts';
import type { Choice } from '../terminal/prompts.ts';
import type { Context } from './context.ts';
import { organizationName, workspaceId } from './lookup.ts';

type Picking = Pick<Context, 'ask' | 'platform' | 'platformList' | 'progress' | 'settings'>;

/** A list to pick from, and how the prompt shows it. */
interface Picked<Row> {
  question: string;
  answer: TextAnswer;
  rows: AsyncIterable<Row>;
  choice(row: Row): Choice;
  /** The message for an empty list. */
  empty: string;
}

/** Prompts for one row of a list. @throws {NotFoundError} for an empty list */
export async function pick<Row>(
  picked: Picked<Row>,
  { ask, progress }: Pick<Picking, 'ask' | 'progress'>,
): Promise<string> {
  const { answer, choice, empty, question, rows } = picked;
  const choices: Choice[] = [];
  const spinner = progress('Listing the choices');
  try {
    for await (const row of rows) choices.push(choice(row));
  } finally {
    spinner.stop();
  }
  if (choices.length === 0) throw new NotFoundError(empty);
  // Names come from the service.
  const named = choices.map(({ name, value }) => ({ value, name: printable(name) }));
  return ask.pick(question, named, answer);
}

const labelled = (id: string, name: unknown) => (name ? `${name} (${id})` : id);

/** Prompts for a workspace. @throws {UsageError} without a terminal, naming the missing flag or argument */
export async function pickWorkspace(answer: TextAnswer, context: Picking): Promise<string> {
  const { ask, platformList, settings } = context;
  ask.require([answer.flag ?? `<${answer.argument}>`]);
  const hasDefault = settings.organization() !== undefined;
  const organization = await organizationName(context);
  const { workspaces } = await import('../contract/platform/workspaces.ts');
  const rows = platformList(workspaces.list, { organization_name: organization });
  const choice = ({ attributes, id }: { attributes: { name?: string | null | undefined }; id: string }) => {
    const { name } = attributes;
    return { value: name ? (hasDefault ? name : `${organization}/${name}`) : id, name: labelled(id, name) };
  };
  return pick({ question: 'Workspace', answer, rows, choice, empty: `${organization} has no workspaces.` }, context);
}

/** Prompts for a team. */
export async function pickTeam(context: Picking): Promise<string> {
  context.ask.require(['<team>']);
  const organization = await organizationName(context);
  const { teams } = await import('../contract/platform/teams.ts');
  const rows = context.platformList(teams.list, { organization_name: organization });
  return pick(
    {
      question: 'Team',
      answer: { argument: 'team' },
      rows,
      choice: ({ attributes, id }) => ({ value: id, name: labelled(id, attributes.name) }),
      empty: `${organization} has no teams.`,
    },
    context,
  );
}

/** Prompts for an OAuth client. */
export async function pickOauthClient(context: Picking): Promise<string> {
  context.ask.require(['<id>']);
  const organization = await organizationName(context);
  const { oauthClients } = await import('../contract/platform/oauth-clients.ts');
  return pick(
    {
      question: 'OAuth client',
      answer: { argument: 'id' },
      rows: context.platformList(oauthClients.list, { organization_name: organization }),
      choice: ({ attributes, id }) => ({
        value: id,
        name: labelled(id, attributes.name ?? attributes['service-provider']),
      }),
      empty: `${organization} has no OAuth clients.`,
    },
    context,
  );
}

/** Prompts for a workspace, then for one of its notification configurations. */
export async function pickNotification(context: Picking): Promise<string> {
  context.ask.require(['<id>']);
  const workspace = await pickWorkspace({ argument: 'workspace', words: () => [] }, context);
  const { notifications } = await import('../contract/platform/notifications.ts');
  return pick(
    {
      question: 'Notification configuration',
      answer: { argument: 'id' },
      rows: context.platformList(notifications.list, { workspace_id: await workspaceId(workspace, context) }),
      choice: ({ attributes, id }) => ({ value: id, name: labelled(id, attributes.name) }),
      empty: `${workspace} has no notification configurations.`,
    },
    context,
  );
}

/** Prompts for a banner; the list holds only the published one. */
export async function pickBanner(context: Picking): Promise<string> {
  context.ask.require(['<id> or --current']);
  const { banners } = await import('../contract/platform/banners.ts');
  return pick(
    {
      question: 'Banner',
      answer: { argument: 'id' },
      rows: context.platformList(banners.list, {}),
      choice: ({ attributes, id }) => ({ value: id, name: labelled(id, attributes.title) }),
      empty: 'No banner is published.',
    },
    context,
  );
}
