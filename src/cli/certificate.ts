import { createPrivateKey, X509Certificate } from 'node:crypto';
import { UsageError } from '../base/errors.ts';
import { inputBytes } from '../terminal/input.ts';
import type { Context } from './context.ts';

/**
 * The certificate and key in two files, by default those of `--tls-cert` and `--tls-key`; undefined without them.
 * @throws {UsageError} for one without the other, for files that are not a certificate or a key in PEM format, and for a key of another certificate
 */
export async function certificateOf(
  { tlsCert, tlsKey }: { tlsCert?: string | undefined; tlsKey?: string | undefined },
  { host }: Pick<Context, 'host'>,
  [certFlag, keyFlag]: [string, string] = ['--tls-cert', '--tls-key'],
): Promise<{ cert: Buffer; key: Buffer } | undefined> {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError(`${certFlag} and ${keyFlag} must be given together.`);
  }
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const cert = await inputBytes(certFlag, tlsCert, host);
  const key = await inputBytes(keyFlag, tlsKey, host);
  const certificate = parsed(
    () => new X509Certificate(pem(cert)),
    `${certFlag} ${tlsCert} is not a certificate in PEM format.`,
  );
  const privateKey = parsed(
    () => createPrivateKey(pem(key)),
    `${keyFlag} ${tlsKey} is not an unencrypted private key in PEM format.`,
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new UsageError(`${keyFlag} ${tlsKey} does not belong to the certificate in ${tlsCert}.`);
  }
  return { cert, key };
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
