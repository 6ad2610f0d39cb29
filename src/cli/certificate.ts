import { createPrivateKey, X509Certificate } from 'node:crypto';
import { UsageError } from '../base/errors.ts';
import { inputBytes } from '../terminal/input.ts';
import type { Context } from './context.ts';

/** A certificate and its key, in PEM format. */
interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/**
 * The certificate and key in the files of `--tls-cert` and `--tls-key`; undefined without them.
 * @throws {UsageError} for files that are not a certificate or a key in PEM format, and for a key of another certificate
 */
export async function certificateOf(
  { tlsCert, tlsKey }: { tlsCert?: string | undefined; tlsKey?: string | undefined },
  { host }: Pick<Context, 'host'>,
): Promise<Certificate | undefined> {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const cert = await inputBytes('--tls-cert', tlsCert, host);
  const key = await inputBytes('--tls-key', tlsKey, host);
  return checked({ cert, key }, `--tls-cert ${tlsCert}`, `--tls-key ${tlsKey}`);
}

/**
 * A certificate and its key in one file.
 * @param place the flag or setting of the file, for messages
 * @throws {UsageError} if one is missing, or they do not belong together
 */
export async function certificateIn(
  place: string,
  path: string,
  { host }: Pick<Context, 'host'>,
): Promise<Certificate> {
  const bytes = await inputBytes(place, path, host);
  return checked({ cert: bytes, key: bytes }, `${place} ${path}`);
}

function checked({ cert, key }: Certificate, certPlace: string, keyPlace = certPlace): Certificate {
  const certificate = parsed(() => new X509Certificate(pem(cert)), `${certPlace} has no certificate in PEM format.`);
  const privateKey = parsed(
    () => createPrivateKey(pem(key)),
    `${keyPlace} has no unencrypted private key in PEM format.`,
  );
  if (certificate.checkPrivateKey(privateKey)) return { cert, key };
  const places = [...new Set([certPlace, keyPlace])].join(' and ');
  throw new UsageError(`The certificate and the key of ${places} do not belong together.`);
}

function pem(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (!text.includes('-----BEGIN ')) throw new Error('not PEM');
  return text;
}

function parsed<T>(parse: () => T, message: string): T {
  try {
    return parse();
  } catch (cause) {
    throw new UsageError(message, { cause });
  }
}
