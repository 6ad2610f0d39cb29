import { randomBytes } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { LocalError, NotFoundError } from '../../errors.ts';
import type { Token } from '../../webhook/delivery.ts';

type Storing = Pick<Context, 'output' | 'settings'>;

/** A random token of 256 bits, in characters that are safe in every file and variable. */
export function newToken({ remember }: Context['secrets']): string {
  return remember(randomBytes(32).toString('base64url'));
}

/**
 * Stores the token of a notification configuration in the current profile: the service never shows it again.
 * @throws {LocalError} when the config file cannot be written
 */
export async function storeToken(id: string, token: string, { output, settings }: Storing): Promise<void> {
  const { value: name } = settings.profile();
  try {
    await settings.store.change(({ profiles }) => {
      const { [name]: profile = {} } = profiles;
      profiles[name] = { ...profile, notifications: { ...profile.notifications, [id]: { token } } };
    });
  } catch (cause) {
    if (!(cause instanceof LocalError)) throw cause;
    throw new LocalError(`Cannot store the token of ${id}, which the service never shows. ${cause.message}`, {
      hint: `Generate another one with: svc notification update ${id} --generate-token`,
      cause,
    });
  }
  output.note(
    `Stored its token in plain text in ${settings.store.path} (profile ${name}), readable by you only. ` +
      `Use it with --notification ${id}.`,
  );
}

/** The stored token of a notification configuration. @throws {NotFoundError} without one */
export function storedToken(id: string, { secrets, settings }: Pick<Context, 'secrets' | 'settings'>): Token {
  const { value: name, held } = settings.profile();
  const found = held.notifications && Object.hasOwn(held.notifications, id) ? held.notifications[id] : undefined;
  if (found) return { name: `--notification ${id}`, value: secrets.remember(found.token) };
  throw new NotFoundError(`Profile ${name} has no token of ${id}.`, {
    hint: `Give it with --token-file or --token-env, or generate another one with: svc notification update ${id} --generate-token`,
  });
}

/** Deletes the stored token of a notification configuration that was deleted, or has another token now. */
export async function deleteStoredToken(id: string, { output, settings }: Storing): Promise<void> {
  const { value: name, held } = settings.profile();
  if (!held.notifications || !Object.hasOwn(held.notifications, id)) return;
  await settings.store.change((config) => {
    const { [name]: profile = {}, ...others } = config.profiles;
    const { [id]: _, ...left } = profile.notifications ?? {};
    if (Object.keys(left).length > 0) profile.notifications = left;
    else delete profile.notifications;
    // A profile that held nothing else is deleted with it.
    if (Object.keys(profile).length === 0 && config.current !== name) config.profiles = others;
  });
  output.note(`Deleted the stored token of ${id}.`);
}
