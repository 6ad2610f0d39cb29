import { dirname, resolve } from 'node:path';
import { announced, runtimeFolder } from '../../cli/sandbox-notes.ts';
import { errnoOf, readBytes, reasonOf } from '../../files.ts';
import { namedConfig } from '../../module/registry/cli-config.ts';
import { evalOf, unsetOf } from '../../shell-word.ts';
import { type Finding, failed, ok, warning } from './result.ts';
import type { Subject } from './subject.ts';

/**
 * The CLI configuration that a variable names for terraform and tofu; nothing where none is named. Of a missing file terraform only
 * warns, but it does not read the usual files instead.
 */
export async function checkCliConfig({ context: { host } }: Subject): Promise<Finding[]> {
  const named = namedConfig(host.env);
  if (!named) return [];
  const { path, variable } = named;
  try {
    readBytes(resolve(host.cwd, path));
    return [ok(`${path} (environment ${variable})`)];
  } catch (error) {
    const isOfSandbox = dirname(path) === runtimeFolder(host) && announced(host).length > 0;
    const fix = isOfSandbox ? evalOf('svc sandbox env', host.shell) : unsetOf(variable, host.shell);
    if (errnoOf(error) !== 'ENOENT')
      return [failed(`Cannot read ${path} (environment ${variable}): ${reasonOf(error)}.`, fix)];
    const detail = `${path} (environment ${variable}) does not exist. terraform and tofu then use no CLI configuration.`;
    return [warning(detail, fix)];
  }
}
