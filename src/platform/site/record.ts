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
  /** The id of the workspace, which stays the same after a rename. */
  'workspace-id': z.optional(z.string()),
  name: z.string(),
  /** The name of the last document that declared the thing. */
  document: z.optional(z.string()),
  /** The id of the thing; null for a creation without a reply, and for a setting. */
  id: z.nullable(z.string()),
  /** True if an apply created the thing and got its id in the reply. */
  made: z.boolean(),
};
const rest = {
  /** The start of a creation that was never confirmed. */
  begun: z.optional(z.string()),
  digest: z.optional(z.string()),
};
/** The state of a secret, which is `unknown` between a write and its reply. */
const secret = z.strictObject({ state: z.enum(['sent', 'unsent', 'unknown']), version: z.optional(z.number()) });
/** The entry of a thing. A replaced thing will be deleted after its replacement was created. */
const entry = z.strictObject({
  ...thing,
  secrets: z.record(z.string(), secret),
  ...rest,
  replaced: z.optional(z.boolean()),
});
/** The entry of format 1: the version of a secret is 0 if its write was cut, null if it has no version. */
const earlier = z.strictObject({
  ...thing,
  secrets: z.record(z.string(), z.nullable(z.number())),
  ...rest,
  waiting: z.optional(z.array(z.string())),
});
const site = { name: z.string(), address: z.string() };
const content = z.discriminatedUnion('svc-site-record', [
  z.strictObject({ 'svc-site-record': z.literal(1), ...site, entries: z.array(earlier) }),
  z.strictObject({ 'svc-site-record': z.literal(2), ...site, entries: z.array(entry) }),
]);

export type RecordEntry = z.infer<typeof entry>;
/** The place and name of a thing of a site. */
export type Thing = Pick<RecordEntry, 'kind' | 'organization' | 'workspace' | 'workspace-id' | 'name' | 'document'>;
export type SecretStates = RecordEntry['secrets'];

/** A file with the things that earlier applies created or matched. It has no secrets. */
export type SiteRecord = ReturnType<typeof openRecord>;

/** Returns whether an apply created, began to create, or replaced a thing. */
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
  // A new record is written even without entries: the next apply then knows that nothing was created.
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
    /** Returns the entry of an id; for null, the entry of a creation without a reply, or of a setting. */
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
    /** Writes the file if it changed; changes of one moment share a write. @throws {LocalError} */
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

/** The line of each entry: entries are replaced, never changed, and each save writes all lines. */
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

function ofEarlier({ secrets, waiting = [], ...facts }: z.infer<typeof earlier>): RecordEntry[] {
  const states = Object.entries(secrets).map(([name, version]): [string, SecretStates[string]] => [
    name,
    version === 0 ? { state: 'unknown' } : { state: 'sent', ...(version !== null && { version }) },
  ]);
  const old = { ...facts, made: false, begun: undefined, digest: undefined, replaced: true, secrets: {} };
  return [{ ...facts, secrets: Object.fromEntries(states) }, ...waiting.map((id) => ({ ...old, id }))];
}

/** Returns the key of an entry: its id, or its name without an id. A renamed workspace keeps its entries. */
function keyOf({ kind, name, organization, workspace, ...thing }: Thing, id: string | null): string {
  return id === null ? JSON.stringify([kind, organization, thing['workspace-id'] ?? workspace, name]) : `${kind} ${id}`;
}
