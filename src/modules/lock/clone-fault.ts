import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk, shownName } from '../archive/rejection.ts';

/** assumed: no clone has a larger config file (docs/protocol/modules.md#configurations). */
const configBytes = 1024 * 1024;

/** Settings that `git clone` writes and git never executes. assumed: the extensions of a format (docs/protocol/modules.md#configurations). */
const harmless: Record<string, RegExp> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks)$/,
  extensions: /^(objectformat|refstorage)$/,
  remote: /^(url|fetch)$/,
  branch: /./,
};

/**
 * Returns what in a `.git` differs from a fresh clone and may be executed by git, as the predicate of a sentence about `.git`;
 * undefined if nothing does.
 * @param folder the path of an existing `.git`
 */
export function cloneFault(folder: string): string | undefined {
  const status = (name: string) => {
    const path = join(folder, name);
    return onDisk(path, () => lstatSync(path, { throwIfNoEntry: false }));
  };
  if (!status('.')?.isDirectory()) return 'points to another folder';
  if (status('commondir')) return 'points to another folder (commondir)';
  const config = status('config');
  if (config) {
    if (!config.isFile() || config.size > configBytes) return 'has a config that is not a file of at most 1 MiB';
    const path = join(folder, 'config');
    const fault = settingFault(onDisk(path, () => readFileSync(path, 'utf8')));
    if (fault !== undefined) return fault;
  }
  const hooks = join(folder, 'hooks');
  const hook = status('hooks') && onDisk(hooks, () => readdirSync(hooks)).find((name) => !name.endsWith('.sample'));
  return hook === undefined ? undefined : `has the hook ${shownName(hook)}`;
}

/**
 * Returns the first dangerous setting, or the first line in a form that `git clone` does not write: git cannot read the few accepted
 * forms differently.
 */
export function settingFault(config: string): string | undefined {
  let [section, subsection]: (string | undefined)[] = [];
  for (const line of config.split(/\r?\n/)) {
    if (/^[ \t]*([#;]|$)/.test(line)) continue;
    const heading = /^[ \t]*\[([A-Za-z]+)(?:[ \t]+"([^"\\]*)")?\]$/.exec(line);
    if (heading) {
      [, section, subsection] = heading;
      continue;
    }
    const [, key] = /^[ \t]*([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=.*)?$/.exec(line) ?? [];
    // A backslash at the end continues the line.
    if (section === undefined || key === undefined || /\\$/.test(line))
      return `has the line ${shownName(line)} in its config`;
    if (!isHarmless(section, subsection, key)) {
      return `sets ${shownName([section, subsection, key].filter((part) => part !== undefined).join('.'))}`;
    }
  }
  return undefined;
}

function isHarmless(section: string, subsection: string | undefined, key: string): boolean {
  const name = section.toLowerCase();
  const hasOwnName = name === 'remote' || name === 'branch';
  if (!Object.hasOwn(harmless, name) || (subsection !== undefined) !== hasOwnName) return false;
  return harmless[name]!.test(key.toLowerCase());
}
