import type { Command } from 'commander';
import { registerInstall } from './install.ts';
import { registerShell } from './shell.ts';
import { shellNames } from './shells.ts';

export function register(completion: Command): void {
  for (const shell of shellNames) registerShell(completion, shell);
  registerInstall(completion);
}
