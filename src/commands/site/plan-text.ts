import { joined, largest, wrapLines } from '../../base/text.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { type Change, Secret, thingText } from '../../platform/site/change.ts';
import type { Plan } from '../../platform/site/kind.ts';

const signs = { create: '+', update: '~', delete: '-', unknown: '?' } as const;
const width = 80;
/** The most workspaces whose names a group shows. */
const maxNames = 5;
/** The fewest equal changes that are shown as a group. */
const smallestGroup = 3;

/** Returns a plan as text: changes, deletions that need --prune, and a summary. A text from a document or a server stays on one line. */
export function planText(changes: readonly Change[], plan: Pick<Plan, 'spared' | 'unconfirmed'>): string {
  const blocks = [...groupsOf(changes).map(groupText), ...plan.unconfirmed.map(printable)];
  const lines = [...blocks, ...(blocks.length > 0 ? [''] : []), summary(changes, plan.spared)];
  return `${lines.join('\n')}\n`;
}

export function titleOf(change: Change): string {
  return printable(`${change.action === 'unknown' ? 'compare' : change.action} ${thingText(change)}`);
}

/** Groups changes that differ only in their workspaces. A group stands at the place of its first change. */
function groupsOf(changes: readonly Change[]): Change[][] {
  const keyOf = (change: Change) => JSON.stringify({ ...change, workspace: change.workspace !== null });
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const group = groups.get(keyOf(change));
    if (group) group.push(change);
    else groups.set(keyOf(change), [change]);
  }
  return changes.flatMap((change) => {
    const group = groups.get(keyOf(change)) ?? [];
    if (group.length < smallestGroup) return [[change]];
    return group[0] === change ? [group] : [];
  });
}

function groupText(group: readonly Change[]): string {
  const [change] = group as [Change];
  if (group.length === 1) return changeText(change, titleOf(change));
  const names = group.map(({ workspace }) => workspace ?? '');
  const more = names.length - maxNames;
  const shown = more > 0 ? [...names.slice(0, maxNames), `${more} more (-o json has all)`] : names;
  const title = `${titleOf({ ...change, workspace: null })} in ${names.length} workspaces`;
  return [changeText(change, title), ...wrapped(`In ${printable(joined(shown))}.`)].join('\n');
}

function changeText(change: Change, title: string): string {
  const { action, changes, warnings } = change;
  const isInTitle = (attribute: string, to: unknown) => attribute === 'name' && to === change.name;
  const shown = changes.filter(({ attribute, to }) => action !== 'create' || !isInTitle(attribute, to));
  const pad = largest(shown.map(({ attribute }) => attribute.length));
  const lines = shown.flatMap(({ attribute, from, to }) => {
    const name = attribute.padEnd(pad);
    if (action === 'create') return fitted(name, [wordsOf(to)]);
    if (Array.isArray(from) && Array.isArray(to)) return fitted(name, listChange(from, to), '  ');
    return fitted(name, [wordsOf(from), `-> ${wordsOf(to)}`]);
  });
  const notes = warnings.flatMap((text) => wrapped(`Warning: ${printable(text)}`));
  return [`${signs[action]} ${title}`, ...lines, ...notes].join('\n');
}

function fitted(name: string, parts: readonly string[], gap = ' '): string[] {
  const line = `    ${name}  ${parts.join(gap)}`;
  if (line.length <= width || parts.length === 1) return [line];
  return [`    ${name.trimEnd()}`, ...parts.map((part) => `      ${part}`)];
}

function listChange(from: readonly unknown[], to: readonly unknown[]): string[] {
  const [before, after] = [from.map(itemText), to.map(itemText)];
  return [
    ...after.filter((each) => !before.includes(each)).map((each) => `+ ${each}`),
    ...before.filter((each) => !after.includes(each)).map((each) => `- ${each}`),
  ];
}

/** Returns an item of a list, without quotes if the bare item is unambiguous. */
const itemText = (item: unknown) => (/^\w[\w.:@/-]*$/.test(String(item)) ? String(item) : wordsOf(item));

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '(unset)';
  if (value instanceof Secret) return secretText(value);
  return printable(JSON.stringify(value)).replaceAll('","', '", "');
}

function secretText({ secret }: Secret): string {
  if (secret === 'unknown') return secret;
  const { env, file, version } = secret;
  const [from, place] = env === undefined ? ['file', file] : ['env', env];
  const source = place === undefined ? '' : ` from ${from} ${printable(place)}`;
  return `(secret${source}${version === undefined ? '' : `, version ${version}`})`;
}

function wrapped(text: string): string[] {
  return wrapLines(text, width - 4)
    .split('\n')
    .map((line) => `    ${line}`);
}

function summary(changes: readonly Change[], spared: number): string {
  if (changes.length === 0) return spared > 0 ? 'No changes without --prune.' : 'No changes.';
  const count = (action: Change['action']) => changes.filter((each) => each.action === action).length;
  const unknown = count('unknown') > 0 ? `, ${count('unknown')} not comparable` : '';
  return `Plan: ${count('create')} to create, ${count('update')} to update, ${count('delete')} to delete${unknown}.`;
}
