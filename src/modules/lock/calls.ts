import { join } from 'node:path';
import { CancelledError, SvcError, UsageError } from '../../base/errors.ts';
import { Place } from '../../base/place.ts';
import { maskLocation } from '../../base/secrets.ts';
import type { Tool } from '../../base/system/tools.ts';
import { parseConstraint } from '../address/constraint.ts';
import type { Block } from '../hcl/blocks.ts';
import { readCalls, readTestCalls, type WrittenCall, type WrittenCalls } from '../hcl/calls.ts';
import { evaluate, NotLiteral, type Scope } from '../hcl/evaluate.ts';
import { isOverride } from '../hcl/read.ts';
import { type InputOf, scopeOf } from '../hcl/scope.ts';
import { onlyToken, stringOf, textOf as textOfTokens } from '../hcl/values.ts';
import { type CallSource, parseCallSource } from './call-source.ts';
import { configurationFiles, testFiles, textOf } from './files.ts';
import { isCallPath } from './lock-file.ts';
import type { remember } from './memoize.ts';

/** A module call of one folder, with its override files applied. */
export interface Call {
  name: string;
  source: CallSource;
  /** The constraint as written; empty without a constraint. */
  constraint: string;
  at: Place;
  /** Returns the values of the call's arguments, which are the variables of the module. */
  inputOf?: InputOf | undefined;
}

/** The module calls of a folder, and the blocks that they refer to. */
interface WrittenFolder {
  calls: ReadonlyMap<string, WrittenCall>;
  names: Block[];
}

export interface Reading {
  tool: Tool;
  /** Caches the calls of folders whose files do not change. */
  folderCache?: ReturnType<typeof remember<WrittenFolder>> | undefined;
  inputOf?: InputOf | undefined;
}

/** A call whose source or version svc cannot read. */
export interface UnreadCall {
  /** As written, secrets masked. */
  source: string;
  /** The reason, which follows the place in a sentence. */
  why: string;
  /** The place and the rest of the reason; undefined for a call that is known only from a lock. */
  placed?: { at: Place; text: string };
}

export type TellUnread = (name: string, call: UnreadCall) => void;

/**
 * Returns the module calls of a folder for a tool, sorted by name.
 * @param shown the name of the folder in messages
 * @throws {UsageError} for a broken file; {LocalError} for a folder that cannot be read
 */
export function callsIn(
  folder: string,
  shown: string,
  { inputOf, folderCache, tool }: Reading,
  unread: TellUnread,
): Call[] {
  const readFolder = () => writtenIn(folder, shown, tool);
  const { calls, names } = folderCache ? folderCache(folder, readFolder) : readFolder();
  const scope = scopeOf(names, inputOf ?? (() => undefined), tool === 'terraform');
  return [...calls.values()]
    .flatMap((call) => checked(call, tool, scope, unread) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function writtenIn(folder: string, shown: string, tool: Tool): WrittenFolder {
  const calls = new Map<string, WrittenCall>();
  const names: Block[] = [];
  for (const file of configurationFiles(folder, shown, tool)) {
    const at = shown === '.' ? file : `${shown}/${file}`;
    const written = readCalls(at, textOf(join(folder, file), at));
    rejectTrouble(written);
    for (const each of written.names) names.push(each);
    for (const call of written.calls) add(calls, call, isOverride(file) ? tool : undefined);
  }
  return { calls, names };
}

/**
 * Returns the modules that the tests of a configuration run; the stock tool installs them too. Their call paths are
 * `test.FILE.RUN`, where FILE lacks the ending `.tftest.hcl`, but no other ending.
 * @throws what {@link callsIn} throws
 */
export function testCallsIn(folder: string, tool: Tool, warn: (message: string) => void, unread: TellUnread): Call[] {
  return testFiles(folder, tool).flatMap((file) => {
    const written = readTestCalls(file, textOf(join(folder, file), file));
    rejectTrouble(written);
    const runs = new Map<string, WrittenCall>();
    for (const call of written.calls) {
      const previousRun = runs.get(call.name);
      // tofu uses the last of two runs with one name.
      if (previousRun && tool === 'terraform') throw duplicateError(`run ${call.name}`, previousRun, call);
      runs.set(call.name, call);
    }
    const start = testPath(file);
    if (runs.size > 0 && !isCallPath(start)) {
      warn(`${file}: a lock cannot hold this file name; the modules of its tests are not locked.`);
      return [];
    }
    const scope = scopeOf([], () => undefined, false);
    const tell: TellUnread = (name, call) => unread(`${start}.${name}`, call);
    return [...runs.values()]
      .flatMap((call) => checked(call, tool, scope, tell) ?? [])
      .map((call) => ({ ...call, name: `${start}.${call.name}` }));
  });
}

/** Returns the prefix of call paths for a test file. */
export function testPath(file: string): string {
  return `test.${file.replace(/\.tftest\.hcl$/, '').replaceAll('/', '.')}`;
}

/** Rejects a broken file, which may hide module calls: without them a lock would look complete. */
function rejectTrouble({ troubles: [first, ...more] }: WrittenCalls): void {
  if (first === undefined) return;
  const moreText = more.length > 0 ? ` (and ${more.length} more)` : '';
  throw new UsageError(`${first.file}:${first.line}: ${first.why}${moreText}.`, {
    hint: 'Fix the file: the unreadable part may hide a module call.',
  });
}

/** @param overrides the tool whose rules apply to an override file; undefined for any other */
function add(calls: Map<string, WrittenCall>, call: WrittenCall, overrides?: Tool): void {
  const { attributes, name } = call;
  const previous = calls.get(name);
  if (overrides) {
    if (!previous) throw new UsageError(`${placeOf(call)}: this block overrides module ${name}, which does not exist.`);
    // For terraform, a version of null in an override does not change the version.
    const isKept = overrides === 'terraform' && onlyToken(attributes.get('version'))?.text === 'null';
    const overriding = [...attributes].filter(([part]) => !isKept || part !== 'version');
    calls.set(name, { ...previous, attributes: new Map([...previous.attributes, ...overriding]) });
    return;
  }
  if (previous) throw duplicateError(`module ${name}`, previous, call);
  if (!attributes.has('source')) throw new UsageError(`${placeOf(call)}: module ${name} has no source.`);
  calls.set(name, call);
}

function duplicateError(subject: string, first: WrittenCall, call: WrittenCall): UsageError {
  return new UsageError(`${placeOf(call)}: ${subject} is already declared at ${placeOf(first)}.`);
}

function checked(call: WrittenCall, tool: Tool, scope: Scope, unread: TellUnread): Call | undefined {
  const { attributes, name } = call;
  const at = placeOf(call);
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name))
    throw new UsageError(`${at}: ${JSON.stringify(name)} is not a name for a module call.`);
  try {
    return readCall(call, at, tool, scope);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const source = attributes.get('source') ?? [];
    const why = error.message.replace(/\.$/, '');
    unread(name, {
      source: oneLine(maskLocation(stringOf(source) ?? textOfTokens(source))),
      why: oneLine(why),
      placed: { at, text: oneLine(why.replace(`${at}: `, '').replace(`module ${name}: `, '')) },
    });
    return undefined;
  }
}

/** Returns untrusted text in a form that a lock can store. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, 1000) || '""';
}

function readCall(call: WrittenCall, at: Place, tool: Tool, scope: Scope): Call {
  const { attributes, name } = call;
  const [source, version] = (['source', 'version'] as const).map((part) => {
    const tokens = attributes.get(part);
    if (tokens === undefined || onlyToken(tokens)?.text === 'null') return undefined;
    try {
      return String(evaluate(tokens, scope));
    } catch (error) {
      if (!(error instanceof NotLiteral)) throw error;
      const problem = `the ${part} of module ${name} is an expression that svc cannot evaluate: ${error.message}.`;
      throw new UsageError(`${at}: ${problem}`, {
        hint: `Write the ${part} as a plain string, or with variables and locals that are literals.`,
      });
    }
  });
  if (source === undefined) throw new UsageError(`${at}: module ${name} has no source.`);
  try {
    if (version !== undefined) parseConstraint(version);
    const parsed = parseCallSource(source, tool);
    if (version !== undefined && parsed.kind !== 'registry') {
      throw new UsageError('only a registry module can have a version, and this source is not a registry address.');
    }
    const inputOf: InputOf = (input) => {
      const tokens = attributes.get(input);
      return tokens && evaluate(tokens, scope);
    };
    return { name, source: parsed, constraint: version?.trim() ?? '', at, inputOf };
  } catch (error) {
    throw withLocation(error, `${at}: module ${name}`);
  }
}

/** Errors that already name a location: an error of a package or registry is shared by its calls. */
const located = new WeakSet<SvcError>();

/** Prefixes an error with the location of its first call, except a cancellation. */
export function withLocation(error: unknown, location: Place | string): unknown {
  if (error instanceof SvcError && !(error instanceof CancelledError) && !located.has(error)) {
    located.add(error);
    error.message = `${location}: ${error.message}`;
  }
  return error;
}

function placeOf({ file, line }: WrittenCall): Place {
  return new Place(file, line);
}
