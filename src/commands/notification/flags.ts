import { destinationTypes, triggers, withoutAll } from '../../api/contract/notification.ts';
import type { Context } from '../../cli/context.ts';
import { contradiction } from '../../cli/contradictions.ts';
import { userWords } from '../../cli/lookup.ts';
import { hasExtra, rejectSecretSettings, setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { doubts, emptyDoubts, knowing, nonEmpty } from '../../cli/values.ts';
import { type Command, excludes, type FlagsOf } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import { notification } from '../../platform/resources/notification.ts';

/** Declares the flags of `create` and `update`, with the names of the attributes. */
export function notificationFlags(verb: Command) {
  return verb
    .option('-n, --name <text>', 'name of the configuration')
    .option('--url <url>', 'http or https URL of the destination; only for slack and generic', webUrl)
    .option(
      '-e, --trigger <trigger>',
      `event to send, repeatable: all, ${triggers.join(', ')}`,
      knowing(['all', ...triggers], collectNames),
    )
    .option('--user <user>', `user that gets the e-mail: ${userWords}; repeatable; only for email`, collectNames)
    .option('--token-file <path>', 'read the signing token from a file, - for stdin; only for generic')
    .option('--token-env <name>', 'read it from an environment variable')
    .option('--token-prompt', 'prompt for the token')
    .option('--generate-token', 'generate a token and store it in the profile for svc webhook … --notification ID')
    .addOption(setFlag())
    .addOption(strictFlag());
}

export const notificationRules = [excludes('generateToken', 'tokenFile', 'tokenEnv', 'tokenPrompt')];

export type NotificationFlags = FlagsOf<typeof notificationFlags> & { enabled?: boolean | undefined };

/** Collects a repeatable flag that also accepts several values, as in `a,b`. */
function collectNames(value: string, others: string[] | undefined): string[] {
  return [...(others ?? []), ...namesIn(value).map(nonEmpty)];
}

/** Splits a text into names, at commas and blanks. */
export function namesIn(text: string): string[] {
  return text.trim().split(/[\s,]+/);
}

/** Attributes and relationships that the flags set, with their wire names. */
export interface Draft {
  attributes: Record<string, unknown>;
  relationships?: Record<string, { data: { type: string; id: string }[] }>;
}

/**
 * Returns the body of a request. @throws {UsageError} for a token in `--set`, and for a file or variable of a token that cannot be read
 */
export async function bodyOf(
  { enabled, name, set, trigger, url, user, ...given }: NotificationFlags & { token?: string | undefined },
  ask: Context['ask'],
): Promise<Draft> {
  rejectSecretSettings(set, 'Use --token-file or --token-env.');
  const wantsToken = namesToken(given);
  const source = { flag: '--token', file: given.tokenFile, env: given.tokenEnv };
  const token = wantsToken ? await ask.secret('Token', source) : given.token;
  const named = { name, enabled, token, url, triggers: trigger && withoutAll(trigger) };
  const attributes = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const { relationships, ...body } = withExtra(attributes, set);
  const users = user && { users: { data: [...new Set(user)].map((id) => ({ type: 'users', id })) } };
  return users || relationships ? { ...body, relationships: { ...users, ...relationships } } : body;
}

/** Returns whether a flag sets a token. */
export function namesToken({ tokenEnv, tokenFile, tokenPrompt }: NotificationFlags): boolean {
  return tokenFile !== undefined || tokenEnv !== undefined || tokenPrompt === true;
}

/**
 * Returns warnings about unknown values (docs/protocol/notifications.md#other-services) and unusual ones. These values are sent anyway:
 * the service decides.
 */
export function warnings(given: Described): string[] {
  const { destinationType: kind, generateToken, name, token, trigger = ['all'] } = given;
  const named = trigger.filter((each) => each !== 'all');
  const hasToken = token !== undefined || namesToken(given) || generateToken === true;
  return [
    ...doubts('--destination-type', kind, destinationTypes),
    ...doubts('--trigger', named, triggers),
    ...emptyDoubts({ '--name': name }),
    ...(trigger.length === 0 ? ['Without triggers, nothing is sent.'] : []),
    ...(notification.doubts?.({ 'destination-type': kind, token: hasToken || undefined }) ?? []),
  ];
}

/** Values of a new configuration, except its workspaces. */
export type Described = NotificationFlags & { destinationType?: string | undefined; token?: string | undefined };

/**
 * Rejects values that the service certainly rejects (docs/protocol/notifications.md#fields). For unknown destination types, the service
 * decides.
 * @throws {UsageError} with the flag
 */
export function rejectContradictions(given: Described): void {
  const { destinationType: kind = '', set, url, user } = given;
  const type = `--destination-type ${kind}`;
  if (kind === 'email' && (url !== undefined || hasExtra(set, 'url'))) throw contradiction('--url', type);
  if (isWeb(kind) && user !== undefined) throw contradiction('--user', type);
}

/** Returns whether a destination type needs a URL. */
export function isWeb(kind: string | undefined): boolean {
  return kind === 'generic' || kind === 'slack';
}
