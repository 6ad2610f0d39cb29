import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import type { Tool } from '../../base/system/tools.ts';
import type { Context } from '../../cli/context.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { settingOption } from '../../cli/values.ts';
import type { LockFile } from '../../modules/lock/lock-file.ts';

/** The tool of a configuration. */
export const toolOption = () => settingOption('tool');

/** The tool of the flag, else of the setting. */
export function toolInForce(typed: Tool | undefined, settings: Settings): Tool | undefined {
  return typed ?? settings.lookup('tool')?.value;
}

/** The tool of a configuration without a lock: that of the flag or setting, else tofu when an .opentofu-version file exists. */
export function toolOf(dir: string, typed: Tool | undefined, settings: Settings): Tool {
  return toolInForce(typed, settings) ?? (existsSync(join(dir, '.opentofu-version')) ? 'tofu' : 'terraform');
}

/** The tool of a lock; a profile that names another one is a warning. @throws {UsageError} when the flag or a variable does */
export function toolOfLock({ tool }: LockFile, typed: Tool | undefined, { output, settings }: Context): Tool {
  const set = settings.lookup('tool');
  const wanted = typed ?? set?.value ?? tool;
  const isOfProfile = !typed && set?.origin.kind === 'profile' && wanted !== tool;
  if (isOfProfile)
    output.warn(`The lock is for ${tool}, not ${wanted} as the profile says: checking files for ${tool}.`);
  if (isOfProfile || wanted === tool) return tool;
  throw new UsageError(`${typed ? '--tool ' : `${set?.origin.name}=`}${wanted}: the lock is for ${tool}.`, {
    hint: `To lock the configuration for ${wanted}, delete the lock first.`,
  });
}
