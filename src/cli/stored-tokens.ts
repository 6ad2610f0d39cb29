import { randomBytes } from 'node:crypto';
import { LocalError, NotFoundError } from '../base/errors.ts';
import { firstOf } from '../base/text.ts';
import type { Token } from '../webhooks/delivery.ts';
import type { Context } from './context.ts';

type Deps = Pick<Context, 'output' | 'settings'>;

/** Creates a random token of 256 bits, in characters that are safe in every file and variable. */
export function newToken({ remember }: Context['secrets']): string {
  return remember(randomBytes(32).toString('base64url'));
}

/** Stores the token of configurations in the profile, because the service never shows it again. @throws {LocalError} */
export async function storeToken(ids: readonly string[], token: string, { output, settings }: Deps): Promise<void> {
  if (ids.length === 0) return;
  const { value: name } = settings.profile();
  const [first, other] = ids;
  const shown = other === undefined ? first : 'ID';
  try {
    await settings.store.change(({ profiles }) => {
      const { [name]: profile = {} } = profiles;
      const stored = Object.fromEntries(ids.map((id) => [id, { token }]));
      profiles[name] = { ...profile, notifications: { ...profile.notifications, ...stored } };
    });
  } catch (cause) {
    if (!(cause instanceof LocalError)) throw cause;
    throw new LocalError(`Cannot store the token of ${firstOf(ids)}, which the service never shows. ${cause.message}`, {
      hint: `Generate another one with: svc notification update ${shown} --generate-token`,
      cause,
    });
  }
  output.note(
    `Stored ${other === undefined ? 'its' : 'their'} token in plain text in ${settings.store.path} (profile ${name}), readable by you only. ` +
      `Use it with --notification ${shown}.`,
  );
}

/** Returns the stored token of a configuration. @throws {NotFoundError} if it has none; {LocalError} */
export function storedToken(id: string, { secrets, settings }: Pick<Context, 'secrets' | 'settings'>): Token {
  const { value: name, held } = settings.profile();
  const stored = held.notifications && Object.hasOwn(held.notifications, id) ? held.notifications[id] : undefined;
  if (stored) return { name: `--notification ${id}`, value: secrets.remember(stored.token) };
  settings.store.stored();
  throw new NotFoundError(`Profile ${name} has no token of ${id}.`, {
    hint: `Use --token-file or --token-env, also for the listener: a temporary one stores no token. To generate another token: svc notification update ${id} --generate-token`,
  });
}

/** Deletes the stored tokens of notification configurations that were deleted, or that have a new token. */
export async function deleteStoredToken(ids: readonly string[], { output, settings }: Deps): Promise<void> {
  const { value: name, held } = settings.profile();
  const { notifications: known } = held;
  const stored = known === undefined ? [] : ids.filter((id) => Object.hasOwn(known, id));
  if (stored.length === 0) return;
  await settings.store.change((config) => {
    const { [name]: profile = {}, ...others } = config.profiles;
    const otherTokens = Object.entries(profile.notifications ?? {}).filter(([id]) => !stored.includes(id));
    if (otherTokens.length > 0) profile.notifications = Object.fromEntries(otherTokens);
    else delete profile.notifications;
    // Delete a profile that contains nothing besides the token.
    if (Object.keys(profile).length === 0 && config.current !== name) config.profiles = others;
  });
  output.note(`Deleted the stored token of ${firstOf(stored)}.`);
}
