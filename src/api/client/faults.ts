import { isLoopback } from '../../base/origin.ts';
import { firstOf } from '../../base/text.ts';
import { codeOf, isTimeout, notTls, TransportFault } from './transport-fault.ts';

const neverSent: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `Connection refused by ${host}.`,
  ENOTFOUND: (host) => `Can't resolve ${host}.`,
  EAI_AGAIN: (host) => `Can't resolve ${host} (temporary DNS failure).`,
  EHOSTUNREACH: (host) => `Can't reach ${host} (host unreachable).`,
  ENETUNREACH: (host) => `Can't reach ${host} (network unreachable).`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `Connection to ${host} timed out.`,
};

const afterSending: Record<string, (host: string) => string> = {
  UND_ERR_HEADERS_TIMEOUT: (host) => `${host} didn't respond in time.`,
  SVC_OVERDUE: (host) => `${host} didn't finish its response in time.`,
  UND_ERR_BODY_TIMEOUT: (host) => `${host} stopped sending in the middle of its response.`,
  UND_ERR_SOCKET: (host) => `${host} closed the connection.`,
  ECONNRESET: (host) => `${host} closed the connection.`,
  EPIPE: (host) => `${host} closed the connection.`,
  UND_ERR_HEADERS_OVERFLOW: (host) => `${host} sent headers that are too large.`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: (host) => `${host} sent fewer bytes than it announced.`,
};

/** Returns the protocol of a server that does not speak the expected one, judged by the error code or the server's first bytes. */
export function protocolOf(cause: unknown): 'plain HTTP' | 'HTTP/2 only' | 'TLS' | undefined {
  const code = codeOf(cause);
  if (notTls.test(code)) return 'plain HTTP';
  if (/NO_APPLICATION_PROTOCOL/.test(code)) return 'HTTP/2 only';
  if (!(cause instanceof Error) || cause.name !== 'HTTPParserError') return undefined;
  const first = Buffer.from(String((cause as { data?: unknown }).data ?? ''), 'latin1');
  // A TLS alert or handshake starts with 0x15 or 0x16; an HTTP/2 SETTINGS frame has the type 4.
  if (first[0] === 0x15 || first[0] === 0x16) return 'TLS';
  return first[0] === 0 && first[3] === 4 ? 'HTTP/2 only' : undefined;
}

/**
 * Converts an error of the transport. The request counts as sent unless the error code proves the contrary.
 * `start` is the command that starts the server.
 */
export function asFault(cause: unknown, request: string, url: URL, start?: string): TransportFault {
  const code = codeOf(cause);
  const { host, hostname } = url;
  const isHere = isLoopback(hostname);
  const common = { cause, request, timedOut: isTimeout(code) };
  const unsentMessage = neverSent[code];
  if (unsentMessage)
    return new TransportFault(unsentMessage(host), { ...common, sent: false, hint: unreachableHint(code, start) });
  const sentMessage = afterSending[code];
  if (sentMessage) {
    const lasting = code === 'UND_ERR_HEADERS_OVERFLOW';
    return new TransportFault(sentMessage(host), {
      ...common,
      sent: true,
      lasting,
      hint: common.timedOut ? longerTimeoutHint : tlsHint(url),
    });
  }
  const rejection = certificateRejection(code, cause, hostname);
  if (rejection) {
    const message = `Can't trust ${host}: its certificate ${rejection.subject} (${code}).`;
    return new TransportFault(message, { ...common, sent: false, lasting: true, hint: rejection.hint });
  }
  if (/^(ERR_TLS|ERR_SSL|HOSTNAME_MISMATCH|EPROTO)/.test(code)) {
    // Suggest plain http only on this machine: elsewhere it exposes the token to the network.
    const hint = isHere && notTls.test(code) ? `If it speaks plain http: http://${host}` : undefined;
    const message = notTls.test(code) ? `${host} doesn't speak TLS (${code}).` : `TLS with ${host} failed (${code}).`;
    return new TransportFault(message, { ...common, sent: false, lasting: notTls.test(code), hint });
  }
  if (cause instanceof Error && cause.name === 'HTTPParserError')
    return new TransportFault(`${host} doesn't speak HTTP.`, { ...common, sent: true, hint: tlsHint(url) });
  // The client was closed at the end of a run, after another request failed.
  const lasting = /^UND_ERR_(CLOSED|DESTROYED)$/.test(code);
  return new TransportFault(`Connection to ${host} failed: ${reasonIn(cause)}.`, { ...common, sent: true, lasting });
}

/** The reason for rejecting a certificate, and what to do. */
interface Rejection {
  subject: string;
  hint: string;
}

const ownCa = 'To trust your own CA: --ca-file PATH, or SVC_CA_FILE.';
const clock = "Check this machine's clock; if it is right, the server needs a new certificate.";

const rejections: Readonly<Record<string, Rejection>> = {
  CERT_HAS_EXPIRED: { subject: 'has expired', hint: clock },
  CERT_NOT_YET_VALID: { subject: 'is not valid yet', hint: clock },
  DEPTH_ZERO_SELF_SIGNED_CERT: { subject: 'is self-signed', hint: ownCa },
};

/** Returns the message for a certificate error of Node and OpenSSL (name, time, issuer); undefined for any other error. */
function certificateRejection(code: string, error: unknown, hostname: string): Rejection | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const names = namesOf(error);
    const subject = names === undefined ? `a name other than ${hostname}` : `${names}, not for ${hostname}`;
    return { subject: `is for ${subject}`, hint: 'Use a host name that is in the certificate.' };
  }
  if (Object.hasOwn(rejections, code)) return rejections[code];
  if (/^(SELF_SIGNED|UNABLE_TO)/.test(code)) return { subject: 'is signed by an unknown CA', hint: ownCa };
  return /^CERT_/.test(code) ? { subject: 'is not accepted', hint: ownCa } : undefined;
}

/** Returns the names in a certificate, as many as fit on a line. */
function namesOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, cert } = error as { cause?: unknown; cert?: { subjectaltname?: unknown } };
  if (typeof cert?.subjectaltname !== 'string') return namesOf(cause);
  return firstOf(cert.subjectaltname.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, '')));
}

/** Returns the message of an error; if several addresses were tried, the message for each address. */
function reasonIn(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { errors = [] } = cause as { errors?: unknown[] };
  return [...new Set(errors.map(reasonIn))].join(', ') || cause.message || codeOf(cause) || cause.name;
}

const longerTimeoutHint = 'To wait longer: --timeout DURATION';

/** Returns the hint for an unreachable server, which usually has a wrong address or is not running. */
function unreachableHint(code: string, start: string | undefined): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return longerTimeoutHint;
  if (start !== undefined) return start;
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'Check the host name, and that this machine is online.';
  if (code === 'ECONNREFUSED') return 'Nothing listens there: check the port, and whether the server runs.';
  return 'Check the network, a VPN or the proxy variables.';
}

/** Returns the hint for another machine that may speak only TLS. */
function tlsHint({ host, hostname, protocol }: URL): string | undefined {
  return protocol === 'http:' && !isLoopback(hostname) ? `If it speaks TLS: https://${host}` : undefined;
}
