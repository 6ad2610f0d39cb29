import { account } from '../../api/contract/platform/account.ts';
import type { Context } from '../../cli/context.ts';
import { attributesOf, hasExtra, setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { userView } from '../../cli/user.ts';
import { emptyValues } from '../../cli/values.ts';
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
  calls: [account.details, account.update],
  examples: ['svc account update --username sol-admin', 'svc account update --email sol@example.com'],
  async run(context, flags) {
    const { output, platform } = context;
    const isWalk = Object.keys(flags).every((flag) => flag === 'strict') && context.ask.canAsk();
    if (!isWalk) requireChange(flags);
    const { set } = flags;
    const { email, username } = isWalk ? await changesOf(context) : { email: flags.email, username: flags.username };
    if (isWalk && email === undefined && username === undefined) return output.note('No changes.');
    for (const warning of emptyValues({ '--username': username, '--email': email })) output.warn(warning);
    const attributes = attributesOf({ email, username }, ['username', 'email']);
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

/** Prompts for each field, and returns the changed ones. */
async function changesOf({ ask, output, platform }: Context) {
  const { changesTo, FieldKinds } = await import('../../cli/walk.ts');
  const { username, email } = (await platform(account.details, {})).data.attributes;
  const current = { username: username ?? undefined, email: email ?? undefined };
  const kinds = new FieldKinds<typeof current & { set?: string[] }>(ask);
  const fields = [
    kinds.text('username', { question: 'User name' }),
    kinds.text('email', { question: 'E-mail address' }),
  ];
  return changesTo(current, fields, { ask, output });
}
