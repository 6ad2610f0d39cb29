import type { Endpoint, Input } from '../api/contract/endpoint.ts';
import type { Workspace } from '../api/contract/platform/workspaces.ts';
import { NotFoundError } from '../base/errors.ts';
import { type Listed, labelOf, placeIn } from '../platform/resources/resource.ts';
import type { Context } from './context.ts';
import { organizationName, workspaceId } from './lookup.ts';
import type { TextAnswer } from './terminal/ask.ts';
import { printable } from './terminal/printable.ts';
import type { Choice } from './terminal/prompts.ts';

type Picking = Pick<Context, 'ask' | 'platform' | 'platformList' | 'progress' | 'settings'>;

/** A list to pick from, and how the prompt shows its rows. */
interface PickList<Row> {
  question: string;
  answer: TextAnswer;
  rows: AsyncIterable<Row>;
  choice(row: Row): Choice;
  /** The message for an empty list. */
  empty: string;
}

/** Prompts for one row of a list. @throws {NotFoundError} for an empty list */
export async function pick<Row>(
  picked: PickList<Row>,
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
  // Escape the names, because they come from the service.
  const printableChoices = choices.map(({ name, value }) => ({ value, name: printable(name) }));
  return ask.pick(question, printableChoices, answer);
}

const labelled = (id: string, name: unknown, detail?: unknown) =>
  name ? `${name} (${detail ? `${detail}, ` : ''}${id})` : id;

/**
 * Prompts for a workspace.
 * @throws {UsageError} without a terminal, naming the missing flag or argument
 */
export async function pickWorkspace(answer: TextAnswer, context: Picking): Promise<string> {
  const { ask, platformList, settings } = context;
  ask.require([answer.flag ?? `<${answer.argument}>`]);
  const hasDefault = settings.lookup('organization') !== undefined;
  const organization = await organizationName(context);
  const { workspaces } = await import('../api/contract/platform/workspaces.ts');
  const rows = platformList(workspaces.list, { organization_name: organization });
  const choice = ({ attributes: { name }, id }: Workspace) => {
    return { value: name ? (hasDefault ? name : `${organization}/${name}`) : id, name: labelled(id, name) };
  };
  return pick({ question: 'Workspace', answer, rows, choice, empty: `${organization} has no workspaces.` }, context);
}

/**
 * Prompts for a row of a list: of the site, of the current organization, or of a workspace, for which another prompt asks.
 * @param missing the flag or argument that the error names if there is no terminal
 * @throws {NotFoundError} for an empty list
 */
export async function pickOne<Live extends { id: string; attributes: object }>(
  listed: Omit<Listed<Live>, 'view'>,
  context: Picking,
  missing = '<id>',
): Promise<string> {
  const { ask, platformList } = context;
  const { list, one } = listed;
  ask.require([missing]);
  const place = await placeFor(placeIn(listed), context);
  return pick(
    {
      question: `${one[0]?.toUpperCase()}${one.slice(1)}`,
      answer: { argument: /^<(\w+)>/.exec(missing)?.[1] ?? 'id' },
      rows: platformList(list, place.input as Input<Endpoint>) as AsyncIterable<Live>,
      choice: (row) => ({ value: row.id, name: labelled(row.id, labelOf(listed, row), listed.detail?.(row)) }),
      empty: noneOf(listed, place.name),
    },
    context,
  );
}

/** Returns the name and state of a thing as a suffix for its id: ` ("Maintenance", published now)`. */
export function alsoKnown(name: string | null | undefined, state?: string | null): string {
  const parts = [...(name ? [`"${name}"`] : []), ...(state ? [state] : [])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Returns the message for an empty list. */
export function noneOf(
  { emptyMessage, one }: Pick<Listed<never>, 'emptyMessage' | 'one'>,
  place: string,
  matching = '',
): string {
  return (!matching && emptyMessage) || `No ${matching}${one}s${place && ` in ${place}`}.`;
}

async function placeFor(place: string | undefined, context: Picking): Promise<{ name: string; input: object }> {
  if (place === undefined) return { name: '', input: {} };
  if (place === 'organization_name') {
    const name = await organizationName(context);
    return { name, input: { organization_name: name } };
  }
  const name = await pickWorkspace({ argument: 'workspace', words: () => [] }, context);
  return { name, input: { workspace_id: await workspaceId(name, context) } };
}
