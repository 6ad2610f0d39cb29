import { firstOf } from '../../base/text.ts';

/** The reason for rejecting a certificate, and what to do. */
interface Rejection {
  words: string;
  hint: string;
}

const ownCa = 'To trust your own CA: --ca-file PATH, or SVC_CA_FILE.';
const clock = "Check this machine's clock; if it is right, the server needs a new certificate.";

const rejections: Readonly<Record<string, Rejection>> = {
  CERT_HAS_EXPIRED: { words: 'has expired', hint: clock },
  CERT_NOT_YET_VALID: { words: 'is not valid yet', hint: clock },
  DEPTH_ZERO_SELF_SIGNED_CERT: { words: 'is self-signed', hint: ownCa },
};

/** The message for a certificate error of Node and OpenSSL (name, time, issuer); undefined for any other error. */
export function certificateRejection(code: string, error: unknown, hostname: string): Rejection | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = namesOf(error);
    const words = names === undefined ? `a name other than ${hostname}` : `${names}, not for ${hostname}`;
    return { words: `is for ${words}`, hint: 'Use a host name that is in the certificate.' };
  }
  if (Object.hasOwn(rejections, code)) return rejections[code];
  if (/^(SELF_SIGNED|UNABLE_TO)/.test(code)) return { words: 'is signed by an unknown CA', hint: ownCa };
  return /^CERT_/.test(code) ? { words: 'is not accepted', hint: ownCa } : undefined;
}

/** The names in a certificate, as many as fit on a line. */
function namesOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, cert } = error as { cause?: unknown; cert?: { subjectaltname?: unknown } };
  if (typeof cert?.subjectaltname !== 'string') return namesOf(cause);
  return firstOf(cert.subjectaltname.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, '')));
}
