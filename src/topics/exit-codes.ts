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
} from '../base/errors.ts';
import type { Topic } from './topic.ts';

export interface ExitCode {
  exit: number;
  /** Its name in an error that is JSON. */
  code: string;
  when: string;
}

/** Every way a run can end; number and code are those of the error itself. */
export const exitCodes: readonly ExitCode[] = [
  { exit: 0, code: '', when: 'success, also with an empty result' },
  { exit: 1, code: 'failed', when: 'a bug in svc' },
  of(
    new UsageError(''),
    'an invalid or missing flag or argument, a missing value without a prompt, an unusable local file',
  ),
  of(new NotFoundError(''), 'not found (404, 410), or no such version'),
  of(new AuthError(''), 'no token, or the token was rejected (401, 403)'),
  of(new RejectedError(''), 'the service rejected the request (400, 409, 415, 422 and other 4xx)'),
  of(new NetworkError(''), 'no connection, TLS, DNS, timeout'),
  of(new TryLaterError(''), '408, 429 or 5xx after the last retry, or a wait that timed out'),
  of(
    new CheckFailedError(''),
    'a signature, checksum or lock differs, an archive was rejected, a verification, a run or a check of svc doctor failed',
  ),
  of(new ProtocolError(''), 'the response is not what the API documents'),
  of(new CancelledError(), 'Ctrl-C or a cancelled prompt (SIGTERM: 143, SIGHUP: 129)'),
];

export const topic: Topic = [
  'The exit code says what kind of error ended the command. With -o json, ndjson or yaml the error on stderr has the same number and code.',
  {
    rows: exitCodes.map(({ code, exit, when }) => [`${String(exit).padEnd(3)}  ${code}`.trimEnd(), when]),
  },
  'A command that processes several items continues after an error, and exits with the code of the first error. With --fail-fast, svc module download stops at the first error.',
  'svc sandbox start, svc module serve and svc webhook listen run until they are stopped, so Ctrl-C and SIGTERM end them with exit code 0. With --count or --for, svc webhook listen exits with 130 or 143 when it is stopped early, and svc webhook wait always does.',
];

function of({ code, exit }: SvcError, when: string): ExitCode {
  return { exit, code, when };
}
