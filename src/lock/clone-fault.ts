import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk, shownName } from '../module/archive/rejection.ts';

/** assumed: no clone has a larger one (docs/protocol/modules.md#configurations). */
const configBytes = 1024 * 1024;

/** What `git clone` writes and git never runs. assumed: the extensions of a format (docs/protocol/modules.md#configurations). */
const harmless: Record<string, RegExp> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks)$/,
  extensions: /^(objectformat|refstorage)$/,
  remote: /^(url|fetch)$/,
  branch: /./,
};

/**
 * What a `.git` has that a fresh clone has not and git might run; undefined where there is nothing. To follow `.git` in a sentence.
 * @param folder its path, where there is something
 * @throws {LocalError} for what cannot be read
 */
export function cloneFault(folder: string): string | undefined {
  const status = (name: string) => {
    const path = join(folder, name);
    return onDisk(path, () => lstatSync(path, { throwIfNoEntry: false }));
  };
  if (!status('.')?.isDirectory()) return 'leads to another folder';
  if (status('commondir')) return 'leads to another folder (commondir)';
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
 * The first setting that is not harmless, or line that is in no form which `git clone` writes: nothing is understood here that git
 * understands in another way.
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
    // A backslash at the end goes on with the next line.
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
