import { type ErrorDetails, NetworkError } from '../../base/errors.ts';

/** The facts about a network failure that the retry policy needs. */
export interface FaultDetails extends ErrorDetails {
  /** False if the request cannot have reached the server. */
  sent: boolean;
  request: string;
  /** True if every further attempt would fail as well. */
  lasting?: boolean;
  timedOut?: boolean;
}

export class TransportFault extends NetworkError {
  declare readonly sent: boolean;
  readonly lasting: boolean;
  readonly timedOut: boolean;

  constructor(message: string, { lasting = false, timedOut = false, ...details }: FaultDetails) {
    super(message, { retryable: !lasting, ...details });
    this.lasting = lasting;
    this.timedOut = timedOut;
  }

  /** Returns whether the host's name could not be resolved. */
  get isUnknownName(): boolean {
    return /^(ENOTFOUND|EAI_AGAIN)$/.test(codeOf(this.cause));
  }

  /** Returns whether the server answered without TLS. */
  get isWithoutTls(): boolean {
    return notTls.test(codeOf(this.cause));
  }
}

/** The errors of OpenSSL for an answer without TLS; they depend on its version and on the answer. */
export const notTls = /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL)$/;

/** Returns whether a code means that the time limit was reached. */
export function isTimeout(code: string): boolean {
  return /^(SVC_OVERDUE|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/.test(code);
}

/** Returns the code of an error or of its cause; empty if both have none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return codeOf(cause ?? errors?.[0]);
}
