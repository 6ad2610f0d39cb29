import { filterByGlob } from '../../base/glob.ts';
import { joined } from '../../base/text.ts';
import { type ListName, lists } from '../resources/index.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { isDenied } from './access.ts';
import { kindText, type Step, secretChanges, sharedBy, thingText } from './change.ts';
import { deletionOf, deletionsIn } from './deletion.ts';
import { type Entry, entryOf, matching, namedIn, renameMistake, secretsOf } from './entry.ts';
import { stepFor, stopped } from './entry-step.ts';
import type { Kind, Planning } from './kind.ts';
import { type List, listsOf, type Names, namesFor, rowsOf } from './list.ts';
import { exportList } from './list-export.ts';
import { nameMistake } from './lookups.ts';
import type { RecordEntry } from './record.ts';
import type { Declared, Site } from './site.ts';

/** Returns the kind of a list, which an organization or each of its workspaces has. An entry declares the live thing of the same identity. */
export function listKind(name: ListName): Kind {
  const resource = lists[name];
  return {
    name,

    async plan(site, planning) {
      const isUsed = (field: string) => site.parts[name].some(({ value }) => value[field] !== undefined);
      const names = await namesFor(resource, Object.keys(resource.fields).filter(isUsed), planning);
      const entries = site.parts[name].map((entry) => namedEntry(resource, entry, names, site, planning));
      const used = await listsOf(name, { ...site, parts: { ...site.parts, [name]: entries } }, planning);
      const planned = (list: List) =>
        planning
          .turn(() => planList(list, names, planning))
          .catch((error: unknown) => {
            if (list.workspace === null || !isDenied(error)) throw error;
            planning.plan.unseen.set(list.workspace, error);
            return [];
          });
      return (await Promise.all(used.map(planned))).flat();
    },

    export: (reading, workspaces) => exportList(name, reading, workspaces),
  };
}

/** Replaces ids by distinct names in the relationships of an entry. A name that neither the service nor a document has is a mistake. */
function namedEntry(resource: Resource, entry: Declared, names: Names, site: Site, planning: Planning): Declared {
  const { mistakes, organization, plan } = planning;
  const { at } = entry;
  const value = { ...entry.value };
  for (const text of resource.entryWarnings?.(value) ?? []) plan.warnings.push({ at, text });
  for (const [field, { single, to }] of Object.entries(resource.fields)) {
    const directory = to && names[to];
    if (to === undefined || directory === undefined || (value[field] ?? undefined) === undefined) continue;
    const declared = to in lists ? site.parts[to as ListName].map((each) => String(each.value.name)) : [];
    const declaredNames = [value[field]].flat().map(String);
    for (const name of declaredNames) {
      const matched = /[*?]/.test(name) ? filterByGlob(directory.names, [name]) : [];
      const text =
        matched.length > 0
          ? `"${name}" is a pattern, which only workspaces and except take: write [${matched.join(', ')}].`
          : nameMistake(to.slice(0, -1).replace('-', ' '), name, directory, organization, declared);
      if (text !== undefined) mistakes.push({ at, text: `${field}: ${text}` });
    }
    const resolvedNames = [...new Set(declaredNames.map((each) => directory.nameOf(each) ?? each))];
    value[field] = single ? resolvedNames[0] : resolvedNames;
  }
  return { ...entry, value };
}

/** Compares one list. Deletions come first in a list of limited size. */
async function planList(list: List, names: Names, planning: Planning): Promise<Step[]> {
  const { maxCount = Number.POSITIVE_INFINITY } = list.resource;
  const rows = await rowsOf(list, planning);
  const entries = list.wanted.map((declared) => entryOf(list, declared, planning));
  const live = namedIn(list, rows, planning);
  const matches = entries.map((entry) => ({ entry, ...matching(entry, live) }));
  const declaredIds = new Set(matches.flatMap(({ rows }) => rows.map(({ id }) => id)));
  for (const each of vanishedFrom(list, rows)) planning.plan.vanished.push(each);
  const deletions = await deletionsIn(list, rows, declaredIds, planning);
  // If a deleted thing and a new thing have the same name, create the new one first.
  const deleted = deletions.filter(({ thing }) => !list.names.has(thing.name));
  const remaining = rows.length - deleted.length;
  const steps: Step[] = [];
  const created: Entry[] = [];
  for (const { doubles, entry, rows: matched } of matches) {
    const [only, ...others] = matched;
    const step = stepFor(entry, matched, names);
    const lack = step?.action === 'create' ? list.resource.missingPart?.(entry.value) : undefined;
    const lacking = lack && `${kindText(entry.thing)} ${entry.thing.name} does not exist${lack}.`;
    const mistake = renameMistake(entry, entries, only ? [] : rows) ?? lacking;
    if (mistake !== undefined) planning.mistakes.push({ at: entry.at, text: mistake });
    if (only && others.length === 0 && !step?.replaces)
      for (const each of await noteExisting(entry, only, doubles)) steps.push(each);
    const old = deletions.filter((deletion) => deletion.thing.name === entry.thing.name);
    if (only && step?.replaces) old.push(await deletionOf(list, only, { thing: entry.thing }, planning));
    const count = remaining + created.length;
    if (step?.replaces && count >= maxCount) {
      const warning = `${list.workspace} has ${count} configurations: ${only?.id} is deleted first, and neither exists if the new one is rejected.`;
      const fresh = stepFor(entry, [], names) ?? step;
      for (const deletion of old) steps.push(deletion);
      steps.push({ ...fresh, warnings: [...step.warnings, warning], needs: old.at(-1) });
      continue;
    }
    if (step) steps.push(step);
    for (const deletion of old) steps.push({ ...deletion, needs: step });
    if (step?.action === 'create' && !step.replaces) created.push(entry);
  }
  const { at } = created[Math.max(0, maxCount - remaining)] ?? {};
  const count = remaining + created.length;
  const text = `${list.workspace} would have ${count} configurations; at most ${maxCount} are possible.`;
  if (at !== undefined) planning.mistakes.push({ at, text });
  suggestRename(list, steps, rows, planning);
  return Number.isFinite(maxCount) ? [...deleted, ...steps] : [...steps, ...deleted];
}

/** Returns the record entries of things that no longer exist in the service. An unconfirmed creation of a declared name is not one of them. */
function vanishedFrom({ known, names, resource }: List, rows: readonly Row[]): RecordEntry[] {
  const present = new Set(rows.map(({ id }) => id));
  const currentNames = new Set([...names, ...rows.map(({ attributes }) => resource.identity(attributes))]);
  return known.filter(({ id, name }) => (id === null ? !currentNames.has(name) : !present.has(id)));
}

/** Notes in the plan an existing thing, others of its name, and secrets that are not sent. Returns a conflict step for secrets that cannot be sent. */
async function noteExisting(entry: Entry, row: Row, doubles: readonly Row[]): Promise<Step[]> {
  const { list, planning, thing } = entry;
  const { existing, notes, unsent, warnings } = planning.plan;
  const { byVersion, states, unknown, unmet, unsure } = secretsOf(entry, row);
  existing.push({ thing, id: row.id, secrets: states });
  const { kind, name, workspace } = thing;
  if (doubles.length > 0) {
    const others = `${joined(doubles.map(({ id }) => id))} of the same ${sharedBy(thing)}`;
    notes.push(`${thingText(thing)} is ${row.id}, by the record. ${others} is neither changed nor deleted.`);
  }
  const comparison = `of ${thingText(thing)} is compared by its version only`;
  for (const { attribute, source } of byVersion)
    notes.push(`The ${attribute} ${comparison}: ${source.env ?? source.file} cannot be read.`);
  const { one } = list.resource;
  const doubt = (what: string) =>
    `whether ${one} ${name} was created with its ${what} is not known, and it cannot change.`;
  for (const { at, attribute } of unsure) warnings.push({ at, text: doubt(attribute) });
  const changes = secretChanges(unknown, states);
  if (changes.length > 0) unsent.push({ action: 'unknown', kind, workspace, name, changes, warnings: [] });
  if (unmet.length === 0) return [];
  const what = joined(unmet.map(({ attribute }) => attribute));
  const effects = (await list.resource.warnings?.(row.id, planning.service.call)) ?? [];
  const cure = `delete it (svc ${kind} delete ${row.id}) and apply again.`;
  const reason = `The ${what} of an existing ${one} cannot change; ${cure}`;
  return [stopped(entry, [reason, ...effects].join(' '))];
}

/** Warns of a possible rename if the list has one creation, and one recorded live thing that no document declares any more. */
function suggestRename(list: List, steps: readonly Step[], rows: readonly Row[], { isGiven }: Planning): void {
  const [created, ...others] = steps.filter(({ action, replaces }) => action === 'create' && replaces === undefined);
  const isUndeclared = (entry: RecordEntry) => isGiven(entry) && !list.names.has(entry.name);
  const [vanished, ...more] = list.known.filter((each) => isUndeclared(each) && rows.some(({ id }) => id === each.id));
  if (created === undefined || vanished === undefined || others.length + more.length > 0) return;
  created.warnings.push(`If this is a rename, add renamed-from: ${vanished.name}`);
}
