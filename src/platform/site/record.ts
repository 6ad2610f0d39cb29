import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod/mini';
import { LocalError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import { cannot, makeFolders, replaceFile, textIn } from '../../base/system/files.ts';
import type { Thing } from './change.ts';

const entry = z.strictObject({
  kind: z.string(),
  organization: z.nullable(z.string()),
  workspace: z.nullable(z.string()),
  /** The id of the workspace, which finds it again under another name. */
  'workspace-id': z.optional(z.string()),
  name: z.string(),
  /** The name of the document that declared it last. */
  document: z.optional(z.string()),
  /** Null for a creation without a reply. */
  id: z.nullable(z.string()),
  /** Whether an apply made it: the id is that of the reply. Otherwise it was found. */
  made: z.boolean(),
  /** When a creation was begun that was never confirmed. */
  begun: z.optional(z.string()),
  /** The ids of replaced things that wait for their deletion. */
  waiting: z.optional(z.array(z.string())),
  /** The versions of the secrets that were sent last; null for one without a version. */
  secrets: z.record(z.string(), z.nullable(z.number())),
  digest: z.optional(z.string()),
});
export type RecordEntry = z.infer<typeof entry>;

const content = z.strictObject({
  'svc-site-record': z.literal(1),
  name: z.string(),
  address: z.string(),
  entries: z.array(entry),
});

/** What earlier applies made or found, in a file. It has no secrets. */
export type SiteRecord = ReturnType<typeof openRecord>;

/** Whether an apply made, began or replaced it. */
export function isOwn({ begun, made, waiting }: RecordEntry): boolean {
  return made || begun !== undefined || waiting !== undefined;
}

/** The name of the record's file for an organization at an address. */
export function recordName(name: string, address: string): string {
  const host = new URL(address).host.replaceAll(':', '-');
  const hash = createHash('sha256').update(address).digest('hex').slice(0, 8);
  return `${name}-${host}-${hash}.json`;
}

/** @throws {LocalError} for a file that cannot be read, is damaged, or belongs to another site */
export function openRecord(path: string, site: { name: string; address: string }) {
  const found = load(path, site);
  const entries = new Map((found ?? []).map((each) => [keyOf(each), each]));
  // Also without entries: the next apply then knows that nothing was made.
  let changed = found === undefined;
  let writing: Promise<void> | undefined;

  function write(): void {
    if (changed) writeRecord(path, textOf(site, entries));
    changed = false;
  }

  /** Merges facts into the entry of a thing. */
  function put(thing: Thing, facts: Partial<RecordEntry>): void {
    const key = keyOf(thing);
    const before = entries.get(key);
    const document = thing.document ?? facts.document ?? before?.document;
    const after = { ...thing, id: null, made: false, secrets: {}, ...before, ...facts, ...thing, document };
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    entries.set(key, after);
    changed = true;
  }

  return {
    /** Whether the file existed. */
    existed: found !== undefined,
    find: (thing: Thing) => entries.get(keyOf(thing)),
    /** All of an organization, and of the site itself. */
    entries: (organization: string) =>
      [...entries.values()].filter((each) => each.organization === null || each.organization === organization),
    put,
    /** Puts back an entry as it was; undefined for none. */
    restore(thing: Thing, entry: RecordEntry | undefined) {
      if (entry === undefined) entries.delete(keyOf(thing));
      else entries.set(keyOf(thing), entry);
      changed = true;
    },
    /** Gives an entry another name or workspace, if the record has none of those. */
    rename(from: Thing, to: Thing) {
      const entry = entries.get(keyOf(from));
      if (entry === undefined || entries.has(keyOf(to))) return;
      entries.delete(keyOf(from));
      put(to, { ...entry, ...to });
    },
    /** Forgets a deleted thing, or the one of its name that waited for deletion. */
    remove(thing: Thing, id?: string) {
      const { waiting = [] } = entries.get(keyOf(thing)) ?? {};
      const others = waiting.filter((each) => each !== id);
      if (others.length < waiting.length) put(thing, { waiting: others.length > 0 ? others : undefined });
      else if (entries.delete(keyOf(thing))) changed = true;
    },
    /** Writes the file if it changed; changes of one moment share a write. @throws {LocalError} */
    save() {
      writing ??= setImmediate().then(() => {
        writing = undefined;
        write();
      });
      return writing;
    },
  };
}

/** @throws {LocalError} */
function writeRecord(path: string, text: string): void {
  try {
    makeFolders(dirname(path), 0o700);
    replaceFile(path, text, `${path}.tmp`, 0o600);
  } catch (cause) {
    throw cannot(`write the record ${path}`, cause, 'Set another file with --record FILE.');
  }
}

/** An entry is never changed, only replaced, and each save writes all of them. */
const lines = new WeakMap<RecordEntry, string>();

function textOf(
  { address, name }: { name: string; address: string },
  entries: ReadonlyMap<string, RecordEntry>,
): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => lineOf(each));
  const head = `{"svc-site-record":1,"name":${JSON.stringify(name)},"address":${JSON.stringify(address)},"entries":[`;
  return `${head}\n${sorted.join(',\n')}\n]}\n`;
}

function lineOf(entry: RecordEntry): string {
  const line = lines.get(entry) ?? JSON.stringify(entry);
  lines.set(entry, line);
  return line;
}

function load(path: string, { address, name }: { name: string; address: string }): RecordEntry[] | undefined {
  const text = textIn(path, `the record ${path}`);
  if (text === undefined) return undefined;
  const hint = 'The file was not changed. Move it, or set another one with --record FILE.';
  const value = jsonIn(text);
  if (value === undefined) throw new LocalError(`The record ${path} is not valid JSON.`, { hint });
  const { data, error: cause } = content.safeParse(value);
  if (cause) {
    const where = cause.issues[0]?.path.join('.') || 'the document';
    throw new LocalError(`The record ${path} is not valid: ${where}.`, { hint, cause });
  }
  if (data.address === address && data.name === name) return data.entries;
  throw new LocalError(`The record ${path} belongs to ${data.name} at ${data.address}, not to ${name} at ${address}.`, {
    hint,
  });
}

/** What makes two entries the same. A workspace keeps its entries under another name. */
export function keyOf({ kind, name, organization, workspace, ...thing }: Thing): string {
  return JSON.stringify([kind, organization, thing['workspace-id'] ?? workspace, name]);
}
