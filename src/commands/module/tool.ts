import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import type { Tool } from '../../base/system/tools.ts';
import type { Context } from '../../cli/context.ts';
import type { Settings } from '../../cli/settings/resolve.ts';
import { settingOption } from '../../cli/values.ts';
import type { LockFile } from '../../modules/lock/lock-file.ts';

export const toolOption = () =>
  settingOption('tool').default(undefined, 'that of the lock, else as .opentofu-version says, else terraform');

/** Returns the tool that the flag names, else the one that the setting names. */
export function toolInForce(typed: Tool | undefined, settings: Settings): Tool | undefined {
  return typed ?? settings.lookup('tool')?.value;
}

/** Returns the tool for a configuration without a lock: the tool of the flag or the setting, else tofu if an .opentofu-version file exists. */
export function toolOf(dir: string, typed: Tool | undefined, settings: Settings): Tool {
  return toolInForce(typed, settings) ?? (existsSync(join(dir, '.opentofu-version')) ? 'tofu' : 'terraform');
}

/** Returns the tool of a lock. Warns if the profile names another tool. @throws {UsageError} if the flag or a variable names another tool */
export function toolOfLock({ tool }: LockFile, typed: Tool | undefined, { output, settings }: Context): Tool {
  const set = settings.lookup('tool');
  const requestedTool = typed ?? set?.value ?? tool;
  const isOfProfile = !typed && set?.origin.kind === 'profile' && requestedTool !== tool;
  if (isOfProfile)
    output.warn(`The lock is for ${tool}, not ${requestedTool} as the profile says: checking files for ${tool}.`);
  if (isOfProfile || requestedTool === tool) return tool;
  throw new UsageError(`${typed ? '--tool ' : `${set?.origin.name}=`}${requestedTool}: the lock is for ${tool}.`, {
    hint: `To lock the configuration for ${requestedTool}, delete the lock first.`,
  });
}
