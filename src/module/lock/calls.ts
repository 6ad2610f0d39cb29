import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CancelledError, LocalError, SvcError, UsageError } from '../../errors.ts';
import { readCalls, readTestCalls, type WrittenCall, type WrittenCalls } from '../../hcl/calls.ts';
import { parseConstraint } from '../constraint.ts';
import { type CallSource, parseCallSource } from './call-source.ts';
import { isCallPath } from './lock-file.ts';

/** A module call of one folder, its override files taken into account. */
export interface Call {
  name: string;
  source: CallSource;
  /** As written, empty where there is none. */
  constraint: string;
  /** `FILE:LINE`, for messages. */
  at: string;
}

/** assumed: no configuration file is larger; it bounds what a foreign package can make `svc` read. */
const maxFileBytes = 16 * 1024 * 1024;
const configuration = /\.(tf|tofu)(\.json)?$/;
const test = /\.tftest\.hcl$/;
const override = /(^|_)override\.(tf|tofu)(\.json)?$/;
/** What the stock tool takes for the files of an editor. */
const ignored = /^\.|~$|^#.*#$/;
const identifier = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

/**
 * The module calls of a folder, by name. `shown` is how messages name the folder.
 * @throws {UsageError} for a source or version that is no plain string, or is wrong, and for a file that is broken; {LocalError}
 * for a folder that cannot be read
 */
export function callsIn(folder: string, shown: string): Call[] {
  const calls = new Map<string, WrittenCall>();
  for (const file of configurationFiles(folder, shown)) {
    const at = shown === '.' ? file : `${shown}/${file}`;
    const written = readCalls(at, textOf(join(folder, file), at));
    refuseTrouble(written);
    for (const call of written.calls) add(calls, call, override.test(file));
  }
  return [...calls.values()].map(checked).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The modules that the tests of a configuration run, which the stock tool installs with it: `*.tftest.hcl` beside it and in
 * `tests`. Their call paths are `test.FILE.RUN`.
 * @throws what {@link callsIn} throws
 */
export function testCallsIn(folder: string, warn: (words: string) => void): Call[] {
  return testFiles(folder).flatMap((file) => {
    const written = readTestCalls(file, textOf(join(folder, file), file));
    refuseTrouble(written);
    const { calls } = written;
    const start = `test.${file.replace(test, '').replaceAll('/', '.')}`;
    if (calls.length > 0 && !isCallPath(start)) {
      warn(`${file}: a lock has no place for a file of this name; what its tests run is not locked.`);
      return [];
    }
    return calls.map(checked).map((call) => ({ ...call, name: `${start}.${call.name}` }));
  });
}

/** @throws {UsageError} for a folder of neither configuration nor tests; {LocalError} for one that cannot be read */
export function requireConfiguration(folder: string): void {
  if (configurationFiles(folder, folder).length > 0 || testFiles(folder).length > 0) return;
  throw new UsageError(`There is no configuration in ${folder}.`, {
    hint: 'Name a folder with *.tf or *.tofu files, or *.tf.json or *.tofu.json.',
  });
}

/** A lock without what a broken file hides would look complete. */
function refuseTrouble({ troubles: [first, ...more] }: WrittenCalls): void {
  if (first === undefined) return;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  throw new UsageError(`${first.file}:${first.line}: ${first.why}${others}.`, {
    hint: 'What cannot be read may hide a module call: correct the file first.',
  });
}

function testFiles(folder: string): string[] {
  const files = ['', 'tests/'].flatMap((inside) =>
    namesIn(join(folder, inside))
      .filter((name) => test.test(name) && !ignored.test(name))
      .map((name) => inside + name),
  );
  return files.sort();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Names of the configuration files in a folder; overrides come last, each kind in order. @throws {LocalError} */
export function configurationFiles(folder: string, shown: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    throw new LocalError(`Cannot read the folder ${shown} (${codeOf(cause)}).`, { cause });
  }
  const files = names.filter((name) => configuration.test(name) && !ignored.test(name)).sort();
  return [...files.filter((file) => !override.test(file)), ...files.filter((file) => override.test(file))];
}

function textOf(path: string, shown: string): string {
  try {
    const stat = statSync(path);
    // A folder may be called x.tf; the stock tool passes it over as well.
    if (stat.isDirectory()) return '';
    if (!stat.isFile()) throw new LocalError(`${shown} is no file.`);
    if (stat.size > maxFileBytes) throw new LocalError(`${shown} is larger than 16 MiB.`);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof SvcError) throw cause;
    throw new LocalError(`Cannot read ${shown} (${codeOf(cause)}).`, { cause });
  }
}

function add(calls: Map<string, WrittenCall>, call: WrittenCall, overrides: boolean): void {
  const before = calls.get(call.name);
  if (before === undefined || sameCall(before, call)) {
    calls.set(call.name, before ?? call);
    return;
  }
  if (!overrides) {
    throw new UsageError(
      `${placeOf(call)}: module ${call.name} is declared at ${placeOf(before)} already, with other words.`,
    );
  }
  calls.set(call.name, {
    ...before,
    source: call.source ?? before.source,
    version: call.version ?? before.version,
    unreadable: [...new Set([...before.unreadable.filter((part) => call[part] === undefined), ...call.unreadable])],
  });
}

/** main.tf and main.tofu beside it say the same to two programs. */
function sameCall(a: WrittenCall, b: WrittenCall): boolean {
  return a.source === b.source && a.version === b.version && a.unreadable.join() === b.unreadable.join();
}

function checked(call: WrittenCall): Call {
  const { name, source, version = '', unreadable } = call;
  const at = placeOf(call);
  if (!identifier.test(name)) throw new UsageError(`${at}: ${JSON.stringify(name)} is no name for a module call.`);
  for (const part of unreadable) {
    throw new UsageError(`${at}: the ${part} of module ${name} is an expression, which only a run could fill in.`, {
      hint: `Write the ${part} as a plain string.`,
    });
  }
  if (source === undefined) throw new UsageError(`${at}: module ${name} has no source.`);
  try {
    if (version !== '') parseConstraint(version);
    const parsed = parseCallSource(source);
    if (version !== '' && parsed.kind !== 'registry') {
      throw new UsageError('a version belongs to a module of a registry only, and this source is none.');
    }
    return { name, source: parsed, constraint: version.trim(), at };
  } catch (error) {
    throw withPlace(error, `${at}: module ${name}`);
  }
}

/** Errors that have their place: calls that share a package or a registry share what is wrong with it. */
const placed = new WeakSet<SvcError>();

/** The same error with the place of the call it is about; the first one, where it is about several. Cancelling is about none. */
export function withPlace(error: unknown, place: string): unknown {
  if (error instanceof SvcError && !(error instanceof CancelledError) && !placed.has(error)) {
    placed.add(error);
    error.message = `${place}: ${error.message}`;
  }
  return error;
}

function placeOf({ file, line }: WrittenCall): string {
  return `${file}:${line}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
}
