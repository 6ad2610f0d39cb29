import * as errors from '../../base/errors.ts';
import type { Topic } from './topic.ts';

export interface ExitCode {
  exit: number;
  code: string;
  when: string;
}

/** All exit codes of a run. Number and name are those of the error class. */
export const exitCodes: readonly ExitCode[] = [
  { exit: 0, code: '', when: 'success, also with an empty result' },
  { exit: 1, code: 'failed', when: 'a bug in svc' },
  of(
    new errors.UsageError(''),
    'an invalid or missing flag or argument, a missing value without a prompt, an unusable local file, an output that cannot be written (a full disk)',
  ),
  of(new errors.NotFoundError(''), 'not found (404, 410), or no such version'),
  of(
    new errors.AuthError(''),
    'no token, a rejected token or a missing permission (401, 403); a part of a site that the token cannot read (export, diff, apply) or may not change (apply)',
  ),
  of(new errors.RejectedError(''), 'the service rejected the request (400, 409, 415, 422 and other 4xx)'),
  of(new errors.NetworkError(''), 'no connection, TLS, DNS, timeout'),
  of(new errors.TryLaterError(''), '408, 429 or 5xx after the last retry, or a wait that timed out'),
  of(
    new errors.CheckFailedError(''),
    'a signature, checksum or lock differs, an archive was rejected, a destination failed its verification (400), a run or a check of svc doctor failed, --check found a difference, or svc diff and apply found two resources with the same name or a site that changed',
  ),
  of(new errors.ProtocolError(''), 'a response that the API does not document, or only a part of one (206)'),
  of(new errors.CancelledError(), 'Ctrl-C or a cancelled prompt (SIGTERM: 143, SIGHUP: 129)'),
];

export const topic: Topic = [
  'The exit code says what kind of error ended the command. With -o json, ndjson or yaml the error on stderr has the same number and code.',
  {
    rows: exitCodes.map(({ code, exit, when }) => [`${String(exit).padEnd(3)}  ${code}`.trimEnd(), when]),
  },
  'A command that processes several items continues after an error, and exits with the code of the first error. With --fail-fast, svc module download stops at the first error.',
  'A signal ends a command that has nothing to clean up at once and without a message. Other commands cancel their work, remove what they made and exit with the number; a second signal ends them at once.',
  'svc sandbox start, svc module serve, svc webhook listen and svc notification create --listen run until they are stopped, so Ctrl-C and SIGTERM end them with exit code 0. With --count or --for, svc webhook listen exits with 130 or 143 when it is stopped early, and svc webhook wait always does.',
];

function of({ code, exit }: errors.SvcError, when: string): ExitCode {
  return { exit, code, when };
}
