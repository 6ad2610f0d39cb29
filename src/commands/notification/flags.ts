import { destinationTypes, expandAll, triggers } from '../../api/contract/notification.ts';
import type { Context } from '../../cli/context.ts';
import { userWords } from '../../cli/lookup.ts';
import { attributesOf, hasExtra, rejectSecretSettings, setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { emptyValues, knowing, nonEmpty, unknownValues } from '../../cli/values.ts';
import { type Command, contradiction, excludes, type FlagsOf } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import { notification } from '../../platform/resources/notification.ts';
import type { Draft } from '../../platform/resources/put.ts';

/** Declares the flags of `create` and `update`, with the names of the attributes. */
export function notificationFlags(verb: Command) {
  return verb
    .option('-n, --name <text>', 'name of the configuration')
    .option('--url <url>', 'http or https URL of the destination; only for slack and generic', webUrl)
    .option(
      '-e, --trigger <trigger>',
      `event to send: all, ${triggers.join(', ')}; repeatable`,
      knowing(['all', ...triggers], collectNames),
    )
    .option('--user <user>', `user that gets the e-mail: ${userWords}; only for email; repeatable`, collectNames)
    .optionsGroup('Token:')
    .option('--token-file <path>', 'read the token from a file, - for stdin; only for generic')
    .option('--token-env <name>', 'read the token from an environment variable')
    .option('--token-prompt', 'prompt for the token')
    .option('--generate-token', 'generate a token and store it in the profile for svc webhook … --notification ID')
    .optionsGroup('Flags:')
    .addOption(setFlag())
    .addOption(strictFlag());
}

export const notificationRules = [excludes('generateToken', 'tokenFile', 'tokenEnv', 'tokenPrompt')];

export type NotificationFlags = FlagsOf<typeof notificationFlags> & { enabled?: boolean | undefined };

/** The values of a configuration; its workspaces are not among them. */
export type Described = NotificationFlags & {
  destinationType?: string | undefined;
  token?: string | undefined;
  clearToken?: true | undefined;
  clearTriggers?: true | undefined;
  clearUsers?: true | undefined;
};

/** Collects a repeatable flag that also accepts several values, as in `a,b`. */
function collectNames(value: string, others: string[] | undefined): string[] {
  return [...(others ?? []), ...namesIn(value).map(nonEmpty)];
}

/** Splits a text into names, at commas and blanks. */
export function namesIn(text: string): string[] {
  return text.trim().split(/[\s,]+/);
}

const attributeNames = ['destination-type', 'name', 'enabled', 'token', 'url', 'triggers'];

/** Returns the attributes and relationships that the values set, with their wire names. @throws {UsageError} for a token in `--set` */
export function draftOf({ clearTriggers, clearUsers, set, trigger, user, ...values }: Described): Draft {
  rejectSecretSettings(set, 'Use --token-file or --token-env.');
  const triggers = clearTriggers ? [] : trigger && expandAll(trigger);
  const { relationships, ...body } = withExtra(attributesOf({ ...values, triggers }, attributeNames), set);
  const ids = clearUsers ? [] : user;
  const users = ids && { users: { data: [...new Set(ids)].map((id) => ({ type: 'users', id })) } };
  return users || relationships ? { ...body, relationships: { ...users, ...relationships } } : body;
}

/** Returns whether a flag sets a token. */
export function namesToken({ tokenEnv, tokenFile, tokenPrompt }: NotificationFlags): boolean {
  return tokenFile !== undefined || tokenEnv !== undefined || tokenPrompt === true;
}

/** Reads the token that a flag names. @throws {UsageError} for a file or variable that cannot be read */
export async function tokenIn(flags: NotificationFlags, ask: Context['ask']): Promise<string | undefined> {
  const source = { flag: '--token', file: flags.tokenFile, env: flags.tokenEnv };
  return namesToken(flags) ? ask.secret('Token', source) : undefined;
}

/**
 * Returns warnings about unknown values (docs/protocol/notifications.md#other-services) and unusual ones. These values are sent anyway:
 * the service decides.
 */
export function warnings(described: Described): string[] {
  const { destinationType, generateToken, name, token, trigger = ['all'] } = described;
  const hasToken = token !== undefined || namesToken(described) || generateToken === true;
  return [
    ...unknownValues('--destination-type', destinationType, destinationTypes),
    ...unknownValues('--trigger', trigger, ['all', ...triggers]),
    ...emptyValues({ '--name': name }),
    ...(trigger.length === 0 ? ['Without triggers, nothing is sent.'] : []),
    ...(notification.entryWarnings?.({ 'destination-type': destinationType, token: hasToken || undefined }) ?? []),
  ];
}

/**
 * Rejects values that the service certainly rejects (docs/protocol/notifications.md#fields). For an unknown destination type, nothing is
 * certain.
 * @throws {UsageError} with the flag
 */
export function rejectContradictions({ destinationType = '', set, url, user }: Described): void {
  const type = `--destination-type ${destinationType}`;
  if (destinationType === 'email' && (url !== undefined || hasExtra(set, 'url'))) throw contradiction('--url', type);
  if (isWeb(destinationType) && user !== undefined) throw contradiction('--user', type);
}

/** Returns whether a destination type needs a URL. */
export function isWeb(destinationType: string | undefined): boolean {
  return destinationType === 'generic' || destinationType === 'slack';
}
