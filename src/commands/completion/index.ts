import type { Command } from 'commander';
import { shellNames } from '../../cli/completion-shells.ts';
import { registerInstall } from './install.ts';
import { registerShell } from './shell.ts';

export function register(completion: Command): void {
  for (const shell of shellNames) registerShell(completion, shell);
  registerInstall(completion);
}
