import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod/mini';
import { LocalError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import { cannot, makeFolders, replaceFile, textIn } from '../../base/system/files.ts';

const thing = {
  kind: z.string(),
  organization: z.nullable(z.string()),
  workspace: z.nullable(z.string()),
  /** The id of the workspace, which a rename does not change. */
  'workspace-id': z.optional(z.string()),
  name: z.string(),
  /** The name of the last document that declared the thing. */
  document: z.optional(z.string()),
  /** The id of the thing; null for a setting, and for a creation that got no reply. */
  id: z.nullable(z.string()),
  /** True if the reply to an apply's creation contained the id. */
  made: z.boolean(),
};
const rest = {
  /** The start of a creation that was never confirmed. */
  begun: z.optional(z.string()),
  digest: z.optional(z.string()),
};
/** The state of a secret. It is `unknown` while a write waits for its reply. */
const secret = z.strictObject({ state: z.enum(['sent', 'unsent', 'unknown']), version: z.optional(z.number()) });
/** The entry of a thing. `replaced` marks an old thing that is deleted once its replacement exists. */
const entry = z.strictObject({
  ...thing,
  secrets: z.record(z.string(), secret),
  ...rest,
  replaced: z.optional(z.boolean()),
});
/** The entry of format 1: the version of a secret is 0 if its write was cut, null if it has no version. */
const formatOneEntry = z.strictObject({
  ...thing,
  secrets: z.record(z.string(), z.nullable(z.number())),
  ...rest,
  waiting: z.optional(z.array(z.string())),
});
const site = { name: z.string(), address: z.string() };
const content = z.discriminatedUnion('svc-site-record', [
  z.strictObject({ 'svc-site-record': z.literal(1), ...site, entries: z.array(formatOneEntry) }),
  z.strictObject({ 'svc-site-record': z.literal(2), ...site, entries: z.array(entry) }),
]);

export type RecordEntry = z.infer<typeof entry>;
/** The place and name of a thing of a site. */
export type Thing = Pick<RecordEntry, 'kind' | 'organization' | 'workspace' | 'workspace-id' | 'name' | 'document'>;
export type SecretStates = RecordEntry['secrets'];

/** A file with the things that earlier applies created or matched. It has no secrets. */
export type SiteRecord = ReturnType<typeof openRecord>;

/** Returns whether an apply created a thing, began to create it, or replaced it. */
export function isOwn({ begun, made, replaced }: RecordEntry): boolean {
  return made || begun !== undefined || replaced === true;
}

export function recordName(name: string, address: string): string {
  const host = new URL(address).host.replaceAll(':', '-');
  const hash = createHash('sha256').update(address).digest('hex').slice(0, 8);
  return `${name}-${host}-${hash}.json`;
}

/** Opens a record. @throws {LocalError} for a file that cannot be read, is damaged, or belongs to another site */
export function openRecord(path: string, site: { name: string; address: string }) {
  const storedEntries = load(path, site);
  const entries = new Map((storedEntries ?? []).map((each) => [keyOf(each, each.id), each]));
  // Save a new record even if it has no entries: the next apply then knows that no earlier apply created anything.
  let changed = storedEntries === undefined;
  let writing: Promise<void> | undefined;

  function set(thing: Thing, id: string | null, entry: RecordEntry | undefined): void {
    const key = keyOf(thing, id);
    if (JSON.stringify(entry) === JSON.stringify(entries.get(key))) return;
    if (entry === undefined) entries.delete(key);
    else entries.set(key, entry);
    changed = true;
  }
  const find = (thing: Thing, id: string | null) => entries.get(keyOf(thing, id));

  return {
    existed: storedEntries !== undefined,
    /** Returns the entry of an id; null finds the entry of a setting, or of a creation that got no reply. */
    find,
    set,
    entries: (organization: string) =>
      [...entries.values()].filter((each) => each.organization === null || each.organization === organization),
    put(thing: Thing, id: string | null, facts: Partial<RecordEntry>): void {
      const before = find(thing, id);
      const { kind, name, organization, workspace } = thing;
      const document = thing.document ?? before?.document;
      const place = { kind, organization, workspace, 'workspace-id': thing['workspace-id'], name, document };
      set(thing, id, { ...place, id, made: false, secrets: {}, ...before, ...facts, ...place });
    },
    /** Writes the file if an entry changed. Changes made at the same time share a write. @throws {LocalError} */
    save() {
      writing ??= setImmediate().then(() => {
        writing = undefined;
        if (changed) write(path, `${headOf(site)}\n${[...entries.values()].map(lineOf).sort().join(',\n')}\n]}\n`);
        changed = false;
      });
      return writing;
    },
  };
}

/** @throws {LocalError} */
function write(path: string, text: string): void {
  try {
    makeFolders(dirname(path), 0o700);
    replaceFile(path, text, `${path}.tmp`, 0o600);
  } catch (cause) {
    throw cannot(`write the record ${path}`, cause, 'Set another file with --record FILE.');
  }
}

/** The text of each entry. It can be reused because entries are replaced, never changed, and each save writes all of them. */
const lines = new WeakMap<RecordEntry, string>();

const headOf = ({ address, name }: { name: string; address: string }) =>
  `{"svc-site-record":2,"name":${JSON.stringify(name)},"address":${JSON.stringify(address)},"entries":[`;

function lineOf(entry: RecordEntry): string {
  const line = lines.get(entry) ?? JSON.stringify(entry);
  lines.set(entry, line);
  return line;
}

function load(path: string, { address, name }: { name: string; address: string }): RecordEntry[] | undefined {
  const text = textIn(path, `the record ${path}`);
  if (text === undefined) return undefined;
  const hint = 'The file was not changed. Move it, or set another one with --record FILE.';
  const rejected = (why: string, cause?: unknown) => new LocalError(`The record ${path} ${why}.`, { hint, cause });
  const value = jsonIn(text);
  if (value === undefined) throw rejected('is not valid JSON');
  const { data, error } = content.safeParse(value);
  if (error) throw rejected(`is not valid: ${error.issues[0]?.path.join('.') || 'the document'}`, error);
  if (data.address !== address || data.name !== name)
    throw rejected(`belongs to ${data.name} at ${data.address}, not to ${name} at ${address}`);
  return data['svc-site-record'] === 1 ? data.entries.flatMap(ofEarlier) : data.entries;
}

function ofEarlier({ secrets, waiting = [], ...facts }: z.infer<typeof formatOneEntry>): RecordEntry[] {
  const states = Object.entries(secrets).map(([name, version]): [string, SecretStates[string]] => [
    name,
    version === 0 ? { state: 'unknown' } : { state: 'sent', ...(version !== null && { version }) },
  ]);
  const old = { ...facts, made: false, begun: undefined, digest: undefined, replaced: true, secrets: {} };
  return [{ ...facts, secrets: Object.fromEntries(states) }, ...waiting.map((id) => ({ ...old, id }))];
}

/** Returns the key of an entry: its id, else its name. An entry of a workspace keeps its key when the workspace is renamed. */
function keyOf({ kind, name, organization, workspace, ...thing }: Thing, id: string | null): string {
  return id === null ? JSON.stringify([kind, organization, thing['workspace-id'] ?? workspace, name]) : `${kind} ${id}`;
}
