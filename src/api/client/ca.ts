import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { UsageError } from '../../base/errors.ts';
import { readBytes, reasonOf } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';

/**
 * Returns a TLS context that trusts the certificates that Node trusts by default, and those of a file in PEM or DER form.
 * @param extraBundle the path in `NODE_EXTRA_CA_CERTS`: Node 20 ignores that file in a context with added certificates
 * @param options the certificate and key of a client, if the server wants one
 * @throws {UsageError} if the file contains no certificate, with the file and the setting that named it
 */
export function trustWith(
  path: string,
  origin: string,
  extraBundle?: string,
  options?: tls.SecureContextOptions,
): tls.SecureContext {
  // The option `ca` would replace the default certificates: Node would read all of them again, which takes 20 ms.
  const trust = tls.createSecureContext(options);
  for (const certificate of certificatesIn(path, origin)) trust.context.addCACert(certificate);
  if (extraBundle) unlessThrown(() => trust.context.addCACert(readBytes(extraBundle).toString()));
  return trust;
}

/** Reads the certificates in a file, without creating a TLS context. */
export function certificatesIn(path: string, origin: string): string[] {
  const unusable = (why: string, cause?: unknown) =>
    new UsageError(`The CA file ${path} (${origin}) cannot be used: ${why}.`, {
      hint: 'The file must contain one or more certificates in PEM form.',
      cause,
    });
  let content: Buffer;
  try {
    content = readBytes(path);
  } catch (cause) {
    throw unusable(reasonOf(cause), cause);
  }
  const blocks = content.toString('latin1').match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs);
  if (!blocks && content.includes('-----BEGIN')) throw unusable('it contains no certificates');
  return (blocks ?? [content]).map((block, index) => {
    try {
      return new X509Certificate(block).toString();
    } catch (cause) {
      throw unusable(blocks ? `its certificate ${index + 1} is invalid` : 'it is not a certificate', cause);
    }
  });
}
