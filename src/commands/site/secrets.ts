import { realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { isTokenVariable } from '../../base/system/exec-environment.ts';
import { isFile, isNetworkPath } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import type { Context } from '../../cli/context.ts';
import { configFolder, stateFolder } from '../../cli/settings/paths.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { type ListName, lists } from '../../platform/resources/index.ts';
import type { SecretUse } from '../../platform/site/change.ts';
import type { SecretSource } from '../../platform/site/schema.ts';
import type { Site } from '../../platform/site/site.ts';

/**
 * Reads the value of a secret, without the line end of its file.
 * @throws {UsageError} naming the line that declares it: if it is missing or empty, or if it is a token of svc or a file with one
 */
export async function secretOf({ at, attribute, folder, source }: SecretUse, context: Context): Promise<string> {
  const { credentials, host, read, secrets } = context;
  const { env, file = '' } = source;
  const name = printable(env ?? file);
  const forbidden = (what: string) =>
    new UsageError(`${at}: ${attribute} ${what}, which a document may not send.`, {
      hint: `Name another ${env === undefined ? 'file' : 'variable'} than ${name} there.`,
    });
  const reason = forbiddenSource(source, folder, host);
  if (reason !== undefined) throw forbidden(`is ${name}, ${reason}`);
  const secretText = env === undefined ? await read(`${at}: ${attribute}`, resolve(folder, file)) : host.env[env];
  if (secretText === undefined)
    throw new UsageError(`${at}: the environment variable ${name} of ${attribute} is not set.`);
  const value = secretText.replace(/\r?\n$/, '');
  if (value.trim() === '') throw new UsageError(`${at}: ${attribute} is empty.`);
  const leaked = (await credentials.all()).find(({ value: token }) => token.length >= 4 && value.includes(token));
  if (leaked) throw forbidden(`has a token of svc (${leaked.origin})`);
  return secrets.remember(value);
}

/**
 * Masks the values of readable fields that the documents give as secrets, such as a URL. Returns a function that looks up a value, if
 * it was available when this function was called.
 */
export async function secretsAtHand({ parts }: Site, { host, read, secrets }: Context) {
  const values = new Map<SecretSource, string>();
  const uses = Object.entries(lists).flatMap(([name, { fields }]) =>
    parts[name as ListName].flatMap(({ folder, value }) =>
      Object.entries(value).flatMap(([field, source]) =>
        fields[field]?.credential && isObject(source) ? { field, folder, source: source as SecretSource } : [],
      ),
    ),
  );
  for (const { field, folder, source } of uses) {
    secrets.hideField(field);
    if (forbiddenSource(source, folder, host) !== undefined) continue;
    const path = resolve(folder, source.file ?? '');
    // Do not read a pipe here: it can be read only once, and the write needs it.
    const readFile = async () => (isFile(path) ? read(field, path).catch(() => undefined) : undefined);
    const value = (source.env === undefined ? await readFile() : host.env[source.env])?.replace(/\r?\n$/, '') ?? '';
    if (value.trim() !== '') values.set(source, secrets.remember(value));
  }
  return (source: SecretSource) => values.get(source);
}

/**
 * Describes a source whose value must not be sent: a token, a file of svc, or a file of another machine. Undefined for any other source.
 */
function forbiddenSource({ env, file = '' }: SecretSource, folder: string, { env: variables, home }: Context['host']) {
  if (env !== undefined) return isTokenVariable(env) ? 'a variable for a token of svc' : undefined;
  if (isNetworkPath(file)) return 'a file of another machine';
  const real = (each: string) => unlessThrown(() => realpathSync.native(each)) ?? each;
  const path = real(resolve(folder, file));
  const ownFolders = [configFolder(variables, home), stateFolder(variables, home)];
  return ownFolders.some((each) => path.startsWith(real(each) + sep)) ? 'a file of svc itself' : undefined;
}
