import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { isTokenVariable } from '../../base/system/exec-environment.ts';
import { isNetworkPath } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Context } from '../../cli/context.ts';
import { configFolder, stateFolder } from '../../cli/settings/paths.ts';
import { printable } from '../../cli/terminal/printable.ts';
import type { SecretUse } from '../../platform/site/change.ts';

/**
 * Reads the value of a secret, without the line end that files carry.
 * @throws {UsageError} naming the line that declares it, if it is missing or empty, or if it is or has a token of svc
 */
export async function secretOf({ at, attribute, folder, source }: SecretUse, context: Context): Promise<string> {
  const { credentials, host, read, secrets } = context;
  const { env, file = '' } = source;
  const path = resolve(folder, file);
  const name = printable(env ?? file);
  const forbidden = (what: string) =>
    new UsageError(`${at}: ${attribute} ${what}, which a document may not send.`, {
      hint: `Name another ${env === undefined ? 'file' : 'variable'} than ${name} there.`,
    });
  if (env !== undefined && isTokenVariable(env)) throw forbidden(`is ${name}, a variable for a token of svc`);
  if (env === undefined && isNetworkPath(file)) throw forbidden(`is ${name}, a file of another machine`);
  if (env === undefined && isOwnFile(path, host)) throw forbidden(`is ${name}, a file of svc itself`);
  const found = env === undefined ? await read(`${at}: ${attribute}`, path) : host.env[env];
  if (found === undefined) throw new UsageError(`${at}: the environment variable ${name} of ${attribute} is not set.`);
  const value = found.replace(/\r?\n$/, '');
  if (value.trim() === '') throw new UsageError(`${at}: ${attribute} is empty.`);
  const own = (await credentials.all()).find(({ value: token }) => token.length >= 4 && value.includes(token));
  if (own) throw forbidden(`has a token of svc (${own.origin})`);
  return secrets.remember(value);
}

/** Returns whether a path leads into the folder of the config file or of the state. */
function isOwnFile(path: string, { env, home }: Context['host']): boolean {
  const real = (each: string) => unlessThrown(() => realpathSync.native(each)) ?? each;
  return [configFolder(env, home), stateFolder(env, home)].some((each) => real(path).startsWith(real(each) + sep));
}
