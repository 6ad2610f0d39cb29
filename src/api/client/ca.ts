import { X509Certificate } from 'node:crypto';
import * as tls from 'node:tls';
import { UsageError } from '../../base/errors.ts';
import { readBytes, reasonOf } from '../../base/system/files.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';

/**
 * Returns the certificates to trust: the system's, and those of a file in PEM or DER form.
 * @throws {UsageError} if the file contains no certificate, with the file and the setting that named it
 */
export function trustWith(path: string, origin: string, extra?: string): tls.SecureContext {
  return tls.createSecureContext({ ca: [...systemRoots(extra), ...certificatesIn(path, origin)] });
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

/** Returns the certificates that Node trusts by default: newer versions have a function, older ones a list and `NODE_EXTRA_CA_CERTS`. */
export function systemRoots(extraBundle: string | undefined): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] };
  if (getCACertificates) return getCACertificates('default');
  if (!extraBundle) return tls.rootCertificates;
  return unlessThrown(() => [...tls.rootCertificates, readBytes(extraBundle).toString()]) ?? tls.rootCertificates;
}
