import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerInstall } from './install.ts';
import { registerShell } from './shell.ts';
import { shellNames } from './shells.ts';

export function register(completion: Command, context: Context): void {
  for (const shell of shellNames) registerShell(completion, shell, context);
  registerInstall(completion, context);
}
