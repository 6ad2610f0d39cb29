import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LocalError, UsageError } from '../../base/errors.ts';
import { cannot, errnoOf, readBytes } from '../../base/system/files.ts';
import type { Tool } from '../../base/system/tools.ts';
import { byBytes } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { isOverride } from '../hcl/read.ts';
import { textOfBytes } from '../hcl/tokens.ts';

/** assumed: no configuration file is larger; limits what a foreign one costs (docs/protocol/modules.md#configurations). */
const maxFileBytes = 16 * 1024 * 1024;
/** The name of the stock tool's list of installed modules. */
export const manifestName = 'modules.json';
const configuration: Readonly<Record<Tool, RegExp>> = {
  terraform: /\.tf(\.json)?$/,
  tofu: /\.(tf|tofu)(\.json)?$/,
};
const test: Readonly<Record<Tool, RegExp>> = {
  terraform: /\.tftest\.(hcl|json)$/,
  tofu: /\.(tf|tofu)test\.(hcl|json)$/,
};
/** Temporary files of editors, which the stock tool ignores. */
const ignored = /^\.|~$|^#.*#$/;

/** Returns the names of the configuration files that a tool reads in a folder, sorted, override files last. @throws {LocalError} */
export function configurationFiles(folder: string, shown: string, tool: Tool): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    throw cannot(`read the folder ${shown}`, cause);
  }
  const files = counting(entries, configuration[tool]);
  return [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)];
}

/** Returns the names of the test files that a tool reads, in the folder of the configuration and in `tests`. */
export function testFiles(folder: string, tool: Tool): string[] {
  const files = ['', 'tests/'].flatMap((inside) => {
    const entries = unlessThrown(() => readdirSync(join(folder, inside), { withFileTypes: true })) ?? [];
    return counting(entries, test[tool]).map((name) => inside + name);
  });
  return files.sort();
}

/** Rejects a folder without files to read. @throws {UsageError}; {LocalError} for an unreadable folder */
export function requireConfiguration(folder: string, tool: Tool): void {
  const hasFiles = (of: Tool) => configurationFiles(folder, folder, of).length > 0 || testFiles(folder, of).length > 0;
  if (hasFiles(tool)) return;
  throw new UsageError(`No configuration for ${tool} in ${folder}.`, {
    hint: hasFiles('tofu')
      ? 'The files are for tofu: add --tool tofu'
      : 'Name a folder with *.tf or *.tf.json files, or *.tofu and *.tofu.json for --tool tofu.',
  });
}

/** Reads the text of a configuration file. @throws {LocalError} for an unreadable or too large file */
export function textOf(path: string, shown: string): string {
  try {
    const bytes = readBytes(path, { most: maxFileBytes });
    // Invalid UTF-8 in a JSON string becomes U+FFFD, as in the stock tool.
    return path.endsWith('.json') ? bytes.toString('utf8') : textOfBytes(bytes);
  } catch (cause) {
    // A folder, or a link to a folder, may be named x.tf.
    if (errnoOf(cause) === 'EISDIR') return '';
    if (errnoOf(cause) !== 'ENOENT') throw cannot(`read ${shown}`, cause);
    throw new LocalError(`Cannot read ${shown}: it is a dangling link.`, {
      hint: 'If it points into a submodule of the repository, add --submodules.',
      cause,
    });
  }
}

/** Returns the file names that a tool reads: tofu reads x.tofu in place of x.tf. */
function counting(entries: readonly Dirent[], pattern: RegExp): string[] {
  const matching = entries.filter(
    (entry) => !entry.isDirectory() && pattern.test(entry.name) && !ignored.test(entry.name),
  );
  const names = new Set(matching.map(({ name }) => name));
  const isReplaced = (name: string) => {
    const tofuName = name.replace(/\.tf(\.json|test\.(?:hcl|json))?$/, '.tofu$1');
    return tofuName !== name && names.has(tofuName);
  };
  return [...names].filter((name) => !isReplaced(name)).sort(byBytes);
}
