import { resolve } from 'node:path';
import { UsageError } from '../base/errors.ts';
import type { SecretUse } from '../site/change.ts';
import { printable } from '../terminal/printable.ts';
import type { Context } from './context.ts';

/**
 * The value of a secret, without the line end that files carry.
 * @throws {UsageError} naming the line that declares it, if it is missing, empty, or has the token that svc itself uses
 */
export async function secretOf(
  { at, attribute, folder, source }: SecretUse,
  {
    credentials,
    host,
    read,
    secrets,
    settings,
  }: Pick<Context, 'credentials' | 'host' | 'read' | 'secrets' | 'settings'>,
): Promise<string> {
  const { env, file } = source;
  const inUse = credentials.tokenFor(settings.address().value.origin, 'platform');
  const found = env === undefined ? await read(`${at}: ${attribute}`, resolve(folder, file ?? '')) : host.env[env];
  if (found === undefined)
    throw new UsageError(`${at}: the environment variable ${printable(env ?? '')} of ${attribute} is not set.`);
  const value = found.replace(/\r?\n$/, '');
  if (value.trim() === '') throw new UsageError(`${at}: ${attribute} is empty.`);
  if (inUse !== undefined && value.includes(inUse.value)) {
    throw new UsageError(
      `${at}: ${attribute} has the token that svc itself uses (${inUse.origin}), which a document may not send.`,
      {
        hint: `Name another ${env === undefined ? 'file' : 'variable'} than ${printable(env ?? file ?? '')} there.`,
      },
    );
  }
  return secrets.remember(value);
}
