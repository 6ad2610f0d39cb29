import { firstOf } from '../text.ts';

/** Why a certificate is not accepted, and what to do. */
interface Rejection {
  words: string;
  hint: string;
}

const ownCa = 'To trust your own CA: --ca-file PATH, or SVC_CA_FILE.';
const clock = "Check this machine's clock; if it is right, the server needs a new certificate.";

/** What Node and OpenSSL say of a certificate in words (name, time, issuer); undefined for any other error. */
export function certificateRejection(code: string, error: unknown, hostname: string): Rejection | undefined {
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID': {
      const names = namesOf(error);
      const words = names === undefined ? `another name than ${hostname}` : `${names}, not for ${hostname}`;
      return {
        words: `is for ${words}`,
        hint: 'Check the host; use a name that is in the certificate.',
      };
    }
    case 'CERT_HAS_EXPIRED':
      return { words: 'has expired', hint: clock };
    case 'CERT_NOT_YET_VALID':
      return { words: 'is not valid yet', hint: clock };
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return { words: 'is self-signed', hint: ownCa };
  }
  if (/^(SELF_SIGNED|UNABLE_TO)/.test(code)) return { words: 'is signed by an unknown CA', hint: ownCa };
  return /^CERT_/.test(code) ? { words: 'is not accepted', hint: ownCa } : undefined;
}

/** The names a certificate is for, as many as one line holds. */
function namesOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, cert } = error as { cause?: unknown; cert?: { subjectaltname?: unknown } };
  if (typeof cert?.subjectaltname !== 'string') return namesOf(cause);
  return firstOf(cert.subjectaltname.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, '')));
}
