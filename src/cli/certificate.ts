import { createPrivateKey, X509Certificate } from 'node:crypto';
import { UsageError } from '../base/errors.ts';
import type { Context } from './context.ts';
import { inputBytes } from './terminal/input.ts';
import { type Command, requires } from './verb.ts';

/** Declares the flags of a server's certificate and its key, which require each other. */
export function certificateFlags(command: Command) {
  return command
    .optionsGroup('TLS:')
    .option('--tls-cert <file>', 'certificate for https (PEM)')
    .option('--tls-key <file>', 'key of the certificate (PEM)')
    .optionsGroup('Flags:');
}

export const certificateRules = [requires('tlsCert', 'tlsKey'), requires('tlsKey', 'tlsCert')];

/** A certificate and its key, in PEM format. */
interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** Reads the files of `--tls-cert` and `--tls-key`; undefined if neither flag is given. @throws the errors of `certificateIn` */
export async function certificateOf(
  { tlsCert, tlsKey }: { tlsCert?: string | undefined; tlsKey?: string | undefined },
  context: Pick<Context, 'host'>,
): Promise<Certificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return certificateIn('--tls-cert', tlsCert, context, '--tls-key', tlsKey);
}

/**
 * Reads a certificate and its key from one file or from two.
 * @param place the flag or setting that names the file, for messages
 * @throws {UsageError} if the certificate or the key is missing, or if they do not belong together
 */
export async function certificateIn(
  place: string,
  path: string,
  { host }: Pick<Context, 'host'>,
  keyPlace = place,
  keyPath = path,
): Promise<Certificate> {
  const cert = await inputBytes(place, path, host);
  const key = keyPath === path ? cert : await inputBytes(keyPlace, keyPath, host);
  const places = [...new Set([`${place} ${path}`, `${keyPlace} ${keyPath}`])];
  const certificate = parsed(cert, (pem) => new X509Certificate(pem), `${places[0]} has no certificate in PEM format.`);
  const noKey = `${places.at(-1)} has no unencrypted private key in PEM format.`;
  const privateKey = parsed(key, createPrivateKey, noKey);
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  throw new UsageError(`The certificate and the key of ${places.join(' and ')} do not belong together.`);
}

function parsed<T>(bytes: Buffer, parse: (pem: string) => T, message: string): T {
  const text = bytes.toString('latin1');
  try {
    if (text.includes('-----BEGIN ')) return parse(text);
  } catch (cause) {
    throw new UsageError(message, { cause });
  }
  throw new UsageError(message);
}
