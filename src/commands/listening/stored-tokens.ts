import { randomBytes } from 'node:crypto';
import type { Context } from '../../cli/context.ts';
import { LocalError, NotFoundError } from '../../errors.ts';
import type { Token } from '../../webhook/delivery.ts';

type Keeping = Pick<Context, 'output' | 'settings'>;

/** A token that nobody can guess: 256 bits, in characters that every file and variable bears. */
export function newToken({ remember }: Context['secrets']): string {
  return remember(randomBytes(32).toString('base64url'));
}

/**
 * Keeps the token of a notification configuration in the profile in use: the service never tells it again.
 * @throws {LocalError} where the config file cannot be written
 */
export async function keepToken(id: string, token: string, { output, settings }: Keeping): Promise<void> {
  const { value: name } = settings.profile();
  try {
    await settings.store.change(({ profiles }) => {
      const { [name]: profile = {} } = profiles;
      profiles[name] = { ...profile, notifications: { ...profile.notifications, [id]: { token } } };
    });
  } catch (cause) {
    if (!(cause instanceof LocalError)) throw cause;
    throw new LocalError(`The token of ${id} could not be kept, and nobody can tell it any more. ${cause.message}`, {
      hint: `Then give it another one: svc notification update ${id} --generate-token`,
      cause,
    });
  }
  output.note(
    `Its token is kept in plain text in ${settings.store.path} (profile ${name}), readable by you only: ` +
      `--notification ${id} takes it from there.`,
  );
}

/** The token that is kept for a notification configuration. @throws {NotFoundError} where there is none */
export function keptToken(id: string, { secrets, settings }: Pick<Context, 'secrets' | 'settings'>): Token {
  const { value: name, held } = settings.profile();
  const found = held.notifications && Object.hasOwn(held.notifications, id) ? held.notifications[id] : undefined;
  if (found) return { name: `--notification ${id}`, value: secrets.remember(found.token) };
  throw new NotFoundError(`No token is kept for ${id} in profile ${name}.`, {
    hint: `Give it with --token-file or --token-env, or make another one: svc notification update ${id} --generate-token`,
  });
}

/** Forgets the token of a notification configuration, which has none any more or another one. */
export async function forgetToken(id: string, { output, settings }: Keeping): Promise<void> {
  const { value: name, held } = settings.profile();
  if (!held.notifications || !Object.hasOwn(held.notifications, id)) return;
  await settings.store.change((config) => {
    const { [name]: profile = {}, ...others } = config.profiles;
    const { [id]: _, ...left } = profile.notifications ?? {};
    if (Object.keys(left).length > 0) profile.notifications = left;
    else delete profile.notifications;
    // One that was only there for it goes with it.
    if (Object.keys(profile).length === 0 && config.current !== name) config.profiles = others;
  });
  output.note(`The token that was kept for ${id} is forgotten.`);
}
