import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { userView } from '../../cli/user-view.ts';
import { account, shortestPassword } from '../../contract/platform/account.ts';
import { UsageError } from '../../errors.ts';

export function registerPassword(noun: Command): void {
  explain(noun.command('password'), {
    notes: 'Both passwords come from a file, stdin, the environment or a hidden prompt; never from the command line.',
    calls: [account.password],
    examples: [
      'svc account password',
      'svc account password --current-password-env OLD_PASSWORD --password-env NEW_PASSWORD',
    ],
  })
    .description('Change your password')
    .option('--current-password-file <path>', 'read the current password from a file, - for stdin')
    .option('--current-password-env <name>', 'read it from an environment variable')
    .option('--password-file <path>', 'read the new password from a file, - for stdin')
    .option('--password-env <name>', 'read it from an environment variable')
    .action(
      run(async ({ ask, output, platform }, f) => {
        if (f.currentPasswordFile === '-' && f.passwordFile === '-') {
          throw new UsageError('Only one of the two passwords can come from stdin.');
        }
        const current = await ask.secret('Current password', {
          flag: '--current-password',
          file: f.currentPasswordFile,
          env: f.currentPasswordEnv,
        });
        const source = { flag: '--password', file: f.passwordFile, env: f.passwordEnv };
        const password = await ask.newSecret('New password', source);
        if (password.length < shortestPassword) {
          output.warn(`The new password has fewer than ${shortestPassword} characters; the service may refuse it.`);
        }
        const attributes = { current_password: current, password, password_confirmation: password };
        const { data } = await platform(account.password, { body: { data: { type: 'users', attributes } } });
        output.note('Changed the password.');
        await output.show(userView, data);
      }),
    );
}
