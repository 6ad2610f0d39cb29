import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { settingOption } from '../../cli/values.ts';
import type { Settings } from '../../settings/resolve.ts';
import type { Tool } from '../../system/tools.ts';

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

/** The tool of a lock. @throws {UsageError} when the flag names another one */
export function toolOfLock({ tool }: { tool: Tool }, typed: Tool | undefined): Tool {
  if (typed === undefined || typed === tool) return tool;
  throw new UsageError(`--tool ${typed}: the lock is for ${tool}.`, {
    hint: `To lock the configuration for ${typed}, delete the lock first.`,
  });
}
