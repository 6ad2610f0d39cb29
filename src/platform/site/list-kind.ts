import { type ListName, lists } from '../resources/index.ts';
import type { Resource, Row } from '../resources/resource.ts';
import { isDenied } from './access.ts';
import { kindText, type Step, secretChanges } from './change.ts';
import { compare } from './collection.ts';
import { deletionsOf, type Undeclared } from './deletion.ts';
import type { Kind, Planning } from './kind.ts';
import { exportList } from './list-export.ts';
import { type List, type Live, type Names, namesFor, rowsOf } from './live.ts';
import { noneNamed } from './lookups.ts';
import { type Place, placesOf } from './places.ts';
import { dueSecrets } from './secret-uses.ts';
import type { Declared, Site, Value } from './site.ts';
import { matching, type Subject, subjectsOf, thingIn, waitingOf } from './subject.ts';

/** The things of a list, in an organization or in each of its workspaces, each the same as the live one of its identity. */
export function listKind(name: ListName): Kind {
  const resource = lists[name];
  return {
    name,

    async plan(site, planning) {
      const entries = site.parts[name];
      const isUsed = (field: string) => entries.some(({ value }) => value[field] !== undefined);
      const names = await namesFor(resource, Object.keys(resource.fields).filter(isUsed), planning);
      for (const entry of entries) checkNames(resource, entry, names, site, planning);
      const places = await placesOf(name, site, planning);
      const planned = (place: Place) =>
        planning
          .turn(() => planPlace(place, names, planning))
          .catch((error: unknown) => {
            if (place.workspace === null || !isDenied(error)) throw error;
            planning.plan.unseen.set(place.workspace, error);
            return [];
          });
      return (await Promise.all(places.map(planned))).flat();
    },

    export: (reading, workspaces) => exportList(name, reading, workspaces),
  };
}

/** Adds a mistake for each name in an entry that the service does not know, and that no document declares. */
function checkNames(
  { fields }: Resource,
  { at, value }: Declared<Value>,
  names: Names,
  site: Site,
  { mistakes, organization }: Planning,
): void {
  for (const [field, { to }] of Object.entries(fields)) {
    const known = to && names[to];
    if (to === undefined || known === undefined) continue;
    for (const name of [value[field] ?? []].flat().map(String)) {
      const isDeclared = to in lists && site.parts[to as ListName].some((each) => each.value.name === name);
      const isId = to === 'users' && name.startsWith('user-');
      if (known.idOf(name) === undefined && !isDeclared && !isId)
        mistakes.push({ at, text: noneNamed(to.slice(0, -1).replace('-', ' '), name, known.names, organization) });
    }
  }
}

/** What differs in one place. Deletions come first where a place holds a limited number. */
async function planPlace(list: Place, names: Names, planning: Planning) {
  const { absent, known, wanted } = list;
  const { identity, lacks, most = Number.POSITIVE_INFINITY } = list.resource;
  const live = { rows: await rowsOf(list, planning), names };
  const subjects = subjectsOf(list, wanted, known, live, planning);
  const deletions = async (some: readonly Undeclared[]) =>
    (await Promise.all(some.map((each) => deletionsOf(list, each, live, planning)))).flat();
  const unlisted = new Set(absent.map(({ value }) => identity(value)));
  const named = new Set([...subjects.map(({ thing }) => thing.name), ...unlisted]);
  const gone = known.filter((entry) => !named.has(entry.name) && planning.record.find(entry));
  const deleted = await deletions([
    ...gone.flatMap((entry) => {
      const thing = thingIn(list, entry.name, planning);
      return [...(entry.waiting ?? []).map((replaced) => ({ thing, replaced })), { thing, entry }];
    }),
    ...[...unlisted].map((name) => ({ thing: thingIn(list, name, planning) })),
  ]);
  const steps: Step[] = [];
  const left = live.rows.length - deleted.length;
  const created: Subject[] = [];
  for (const subject of subjects) {
    const { declared, thing } = subject;
    const step = compare(subject, live);
    const [found, ...others] = matching(subject, live);
    const { replaces } = step ?? {};
    const lack = step?.action === 'create' ? lacks?.(declared.value) : undefined;
    if (lack !== undefined)
      planning.mistakes.push({ at: declared.at, text: `${kindText(thing)} ${thing.name} does not exist${lack}.` });
    if (found && others.length === 0 && replaces === undefined) noteExisting(subject, found);
    const waiting = waitingOf(subject).filter((each) => each !== found?.id);
    const ids = others.length > 0 ? [] : [...waiting, replaces ?? []].flat();
    const old = await deletions(ids.map((replaced) => ({ thing, replaced })));
    const count = left + created.length;
    if (step && replaces !== undefined && count >= most) {
      const warning = `${list.workspace} has ${count} configurations: ${replaces} is deleted first, and neither exists if the new one is rejected.`;
      const warnings = [...step.warnings, warning];
      for (const deletion of old) steps.push(deletion);
      steps.push({ ...step, warnings, replaces: undefined, needs: old.at(-1) });
      continue;
    }
    if (step) steps.push(step);
    for (const deletion of old) steps.push({ ...deletion, needs: step });
    if (step?.action === 'create' && replaces === undefined) created.push(subject);
  }
  const { at } = created[Math.max(0, most - left)]?.declared ?? {};
  const count = left + created.length;
  const text = `${list.workspace} would have ${count} configurations; at most ${most} are possible.`;
  if (at !== undefined) planning.mistakes.push({ at, text });
  suggestRename(list, steps, subjects, live, planning);
  return Number.isFinite(most) ? [...deleted, ...steps] : [...steps, ...deleted];
}

/** Notes a thing that exists, and the secrets that only --send-secrets sends. Warns of those that it would have to be created again for. */
function noteExisting({ declared: { at }, list, planning, thing, uses }: Subject, { id }: Row): void {
  const { fields, one } = list.resource;
  const { existing, unsent, warnings } = planning.plan;
  const isUpdatable = ({ attribute }: { attribute: string }) => fields[attribute]?.only !== 'create';
  const { due, unknown } = dueSecrets(uses, thing, id, planning);
  for (const use of due.filter((each) => !isUpdatable(each)))
    warnings.push({ at, text: `the ${use.attribute} of an existing ${one} cannot change; delete it and apply again.` });
  existing.push({ thing, id });
  const changes = secretChanges(unknown.filter(isUpdatable), {});
  const { kind, name, workspace } = thing;
  if (changes.length > 0) unsent.push({ action: 'unknown', kind, workspace, name, changes, warnings: [] });
}

/** Adds a warning to the only creation in a place where the only other live thing that the record knows is no longer declared. */
function suggestRename(
  list: List,
  steps: readonly Step[],
  subjects: readonly Subject[],
  live: Live,
  { isGiven, organization, record }: Planning,
): void {
  const [created, ...others] = steps.filter(({ action, replaces }) => action === 'create' && replaces === undefined);
  const declared = new Set(subjects.map(({ thing }) => thing.name));
  const [vanished, ...more] = record.entries(organization).filter((entry) => {
    const isHere = entry.kind === list.resource.kind && (entry['workspace-id'] ?? organization) === list.place;
    return isHere && isGiven(entry) && !declared.has(entry.name) && live.rows.some(({ id }) => id === entry.id);
  });
  if (created === undefined || vanished === undefined || others.length + more.length > 0) return;
  created.warnings.push(`If this is a rename, add renamed-from: ${vanished.name}`);
}
