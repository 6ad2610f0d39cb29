import { account, shortestPassword } from '../../api/contract/platform/account.ts';
import { userView } from '../../cli/user.ts';
import { type Command, verb } from '../../cli/verb.ts';

interface Passwords {
  currentPassword?: string;
  password?: string;
  set?: undefined;
}

export const password = verb({
  words: 'password',
  about: 'Change your password',
  text: 'Changes the password of the user that the token belongs to, and prompts for each password that no flag gives. Passwords are never read from the command line.',
  flags: (command: Command) =>
    command
      .option('--current-password-file <path>', 'read the current password from a file, - for stdin')
      .option('--current-password-env <name>', 'read the current password from an environment variable')
      .option('--password-file <path>', 'read the new password from a file, - for stdin')
      .option('--password-env <name>', 'read the new password from an environment variable'),
  calls: [account.password],
  examples: [
    'svc account password',
    'svc account password --current-password-env OLD_PASSWORD --password-env NEW_PASSWORD',
  ],
  async run(context, f) {
    const { ask, output, platform } = context;
    const { complete, FieldKinds, submit } = await import('../../cli/wizard.ts');
    const kinds = new FieldKinds<Passwords>(ask);
    const fields = [
      kinds.secret('currentPassword', {
        question: 'Current password',
        source: { file: f.currentPasswordFile, env: f.currentPasswordEnv },
      }),
      kinds.secret('password', {
        question: 'New password',
        made: true,
        source: { file: f.passwordFile, env: f.passwordEnv },
        sets: ['password', 'password-confirmation'],
      }),
    ];
    const passwords = await complete<Passwords>({}, fields, context);
    if ((passwords.password ?? '').length < shortestPassword) {
      output.warn(`The new password has fewer than ${shortestPassword} characters. The service may reject it.`);
    }
    const send = ({ currentPassword = '', password = '' }: Passwords) => {
      const attributes = { current_password: currentPassword, password, password_confirmation: password };
      return platform(account.password, { body: { data: { type: 'users', attributes } } });
    };
    const { data } = await submit(passwords, fields, send, ask);
    output.note('Changed the password.');
    await output.show(userView, data);
  },
});
