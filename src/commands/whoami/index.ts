import type { Command } from 'commander';
import { showsUser } from '../../cli/user.ts';

export function register(whoami: Command): void {
  showsUser(whoami, ['svc whoami', 'svc whoami -o json']);
}
