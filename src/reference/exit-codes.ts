import {
  AuthError,
  CancelledError,
  CheckFailedError,
  NetworkError,
  NotFoundError,
  ProtocolError,
  RejectedError,
  type SvcError,
  TryLaterError,
  UsageError,
} from '../errors.ts';

export interface ExitCode {
  exit: number;
  /** The word for it in an error that is JSON. */
  code: string;
  when: string;
}

/** Every way a run can end; number and word are those of the error itself. */
export const exitCodes: readonly ExitCode[] = [
  { exit: 0, code: '', when: 'done; also an empty result' },
  { exit: 1, code: 'failed', when: 'a bug in svc' },
  of(new UsageError(''), 'a bad or missing flag, something to ask and nobody to ask, an unusable local file'),
  of(new NotFoundError(''), 'not there, or not yours to see; no such version'),
  of(new AuthError(''), 'no token, or not an accepted one'),
  of(new RejectedError(''), 'the service refused the request'),
  of(new NetworkError(''), 'no connection, TLS, DNS, timeout'),
  of(new TryLaterError(''), '429 or 5xx after the allowed retries; a wait that ran out of time'),
  of(new CheckFailedError(''), 'a signature, checksum, archive or verification did not hold'),
  of(new ProtocolError(''), 'the answer is not what the API documents'),
  of(new CancelledError(), 'Ctrl-C, or a question that was cancelled; 143 on SIGTERM, 129 on SIGHUP'),
];

function of({ code, exit }: SvcError, when: string): ExitCode {
  return { exit, code, when };
}
