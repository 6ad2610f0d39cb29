import { account } from '../../api/contract/platform/account.ts';
import { attributesOf, hasExtra, setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { userView } from '../../cli/user.ts';
import { emptyDoubts } from '../../cli/values.ts';
import { type Command, requireChange, verb } from '../../cli/verb.ts';

export const update = verb({
  words: 'update',
  about: 'Update your user name or e-mail address',
  text: `Your account is the user that the token belongs to. The service may require a confirmation of a new e-mail address. Until then the new address is unconfirmed-email, and the old one
remains in use.`,
  flags: (command: Command) =>
    command
      .option('--username <name>', 'new user name')
      .option('--email <address>', 'new e-mail address')
      .addOption(setFlag())
      .addOption(strictFlag()),
  calls: [account.update],
  examples: ['svc account update --username sol-admin', 'svc account update --email sol@example.com'],
  async run({ output, platform }, flags) {
    requireChange(flags);
    const { email, set, username } = flags;
    for (const warning of emptyDoubts({ '--username': username, '--email': email })) output.warn(warning);
    const attributes = attributesOf(flags, ['username', 'email']);
    const body = { data: { type: 'users', ...withExtra(attributes, set) } };
    const { data } = await platform(account.update, { body });
    output.note('Updated your account.');
    const unconfirmed = data.attributes['unconfirmed-email'];
    const isAboutEmail = email !== undefined || hasExtra(set, 'email');
    if (isAboutEmail && unconfirmed)
      output.note(`${unconfirmed} must be confirmed. Until then the old address remains in use.`);
    await output.show(userView, data);
  },
});
