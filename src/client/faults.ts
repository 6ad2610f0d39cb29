import { NetworkError } from '../errors.ts';
import { isLoopback } from '../origin.ts';

/** A network failure, with what the retry policy must know: whether the request can have reached the server. */
export class TransportFault extends NetworkError {
  constructor(
    message: string,
    readonly sent: boolean,
    cause: unknown,
    request: string,
    hint?: string,
  ) {
    super(message, { cause, request, hint, retryable: true });
  }
}

const neverSent: Record<string, (host: string) => string> = {
  ECONNREFUSED: (host) => `Nothing answers at ${host} (connection refused).`,
  ENOTFOUND: (host) => `There is no host called ${host} (DNS).`,
  EAI_AGAIN: (host) => `The name ${host} could not be looked up (DNS).`,
  EHOSTUNREACH: (host) => `There is no way to ${host} (host unreachable).`,
  ENETUNREACH: (host) => `There is no way to ${host} (network unreachable).`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `${host} did not take the connection in time.`,
};

const afterSending: Record<string, (host: string) => string> = {
  UND_ERR_HEADERS_TIMEOUT: (host) => `${host} did not answer in time.`,
  UND_ERR_BODY_TIMEOUT: (host) => `${host} stopped sending in the middle of its answer.`,
  UND_ERR_SOCKET: (host) => `${host} cut the connection.`,
  ECONNRESET: (host) => `${host} cut the connection.`,
  EPIPE: (host) => `${host} cut the connection.`,
  UND_ERR_HEADERS_OVERFLOW: (host) => `${host} sent more headers than anybody should.`,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: (host) => `${host} sent fewer bytes than it announced.`,
};

const unknownIssuer = /^(SELF_SIGNED|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO)/;
/** What OpenSSL makes of an answer that is no TLS at all, depending on its version and the answer. */
const notTls = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/;

/** A transport's error in words, with the code that names the phase. */
export function asFault(error: unknown, request: string, { host, hostname }: URL): TransportFault {
  const code = codeOf(error);
  const early = neverSent[code];
  if (early) return new TransportFault(early(host), false, error, request, nowhereHint(code, isLoopback(hostname)));
  const late = afterSending[code];
  if (late) return new TransportFault(late(host), true, error, request);
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code)) {
    const hint = tlsHint(code, host, isLoopback(hostname));
    return new TransportFault(`No secure connection to ${host} (${code}).`, false, error, request, hint);
  }
  if (error instanceof Error && error.name === 'HTTPParserError')
    return new TransportFault(`${host} does not speak HTTP.`, true, error, request);
  const words = error instanceof Error ? error.message : String(error);
  return new TransportFault(`The connection to ${host} failed: ${words}.`, true, error, request);
}

/** A server that was not reached is most often another than was meant, or not started. */
function nowhereHint(code: string, isHere: boolean): string {
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'Give it longer with --timeout.';
  const check = 'Is it the right one? svc config list --show-origin says where addresses come from.';
  return isHere && code === 'ECONNREFUSED' ? `${check} The built-in service: svc sandbox start` : check;
}

/** Plain http is offered on this machine only: anywhere else it would show the token to everybody on the way. */
function tlsHint(code: string, host: string, isHere: boolean): string | undefined {
  if (unknownIssuer.test(code)) return 'If the certificate is of your own CA: --ca-file PATH, or SVC_CA_FILE.';
  return isHere && notTls.test(code) ? plainHttpHint(host) : undefined;
}

/** What to type where a host does not speak TLS. */
export function plainHttpHint(host: string): string {
  return `If it speaks plain http: http://${host}`;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return codeOf(cause ?? errors?.[0]);
}
