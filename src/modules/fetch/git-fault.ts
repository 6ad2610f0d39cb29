import {
  AuthError,
  CheckFailedError,
  type ErrorDetails,
  LocalError,
  NetworkError,
  NotFoundError,
  ProtocolError,
  RejectedError,
  type SvcError,
  TryLaterError,
} from '../../base/errors.ts';
import { mask, maskUrls } from '../../base/secrets.ts';
import type { GitFailure } from './repository.ts';

type Kind = new (message: string, details?: ErrorDetails) => SvcError;

const shownCharacters = 300;

const credentialsHint =
  'Set up a git credential helper, or an ssh key or agent: svc does not prompt for git passwords.';
const hostKeyHint = 'Connect to the host once with ssh to check and accept its key.';
const emptyHint = 'It may be empty, or not a git repository.';
const insteadOfHint =
  'insteadOf in the git configuration leads to plain http. To find it: git config --show-origin --get-regexp "^url[.].*[.]insteadof$"';
const formatHint = 'svc supports only repositories with SHA-1 object ids.';
const retry = { retryable: true };

/** The errors for git's messages (LC_ALL=C). The first match counts, so specific patterns come first. */
const kinds: [RegExp, Kind, ErrorDetails?][] = [
  [/host key verification failed/i, CheckFailedError, { hint: hostKeyHint }],
  [/transport 'http' not allowed/i, CheckFailedError, { hint: insteadOfHint }],
  [/transport '[^']*' not allowed|protocol ['"][^'"]*['"] (is )?not supported|invalid path '/i, CheckFailedError],
  [/mismatched algorithms/i, CheckFailedError, { hint: formatHint }],
  [/no space left|disk quota|unable to (create|write)(?!.*broken pipe)|cannot create/i, LocalError],
  [/bad config|bad (numeric|boolean) config|could not expand include/i, LocalError],
  [/prompts disabled|could not read (username|password)|authentication failed/i, AuthError, { hint: credentialsHint }],
  [/permission denied|access denied|returned error: 40[13]/i, AuthError, { hint: credentialsHint }],
  [/not found|does not exist|does not appear to be a git repo|returned error: 404|no such remote ref/i, NotFoundError],
  [/couldn't find remote ref|not our ref/i, NotFoundError, { hint: emptyHint }],
  [/returned error: (429|5\d\d)/i, TryLaterError, retry],
  [/is this a git repository|unexpected (message|line)|bad line length|protocol error/i, ProtocolError],
  [/could not resolve|failed to connect|couldn't connect|unable to connect|timed out/i, NetworkError, retry],
  [/connection refused|broken pipe|connection (reset|closed|abort)|name or service not known/i, NetworkError, retry],
  [/too slow|early eof|rpc failed|hung up|disconnect|empty reply|transfer closed/i, NetworkError, retry],
  [/ssl|certificate|gnutls|no route to host|unreachable/i, NetworkError],
  [/index-pack|unpack|corrupt|inflate|bad object|missing|did not send/i, CheckFailedError],
  [/remote error|returned error: 4\d\d|could not read from remote/i, RejectedError],
];

/** Returns the error for a failed git, with a message of one line and secrets masked. */
export function gitFault({ exit, verb, stderr }: GitFailure, from: string): SvcError {
  const [, Kind, details] = kinds.find(([pattern]) => pattern.test(stderr)) ?? [undefined, ProtocolError];
  const cause = causeLine(stderr) || (exit === null ? 'it was killed by a signal' : `it ended with exit code ${exit}`);
  return new Kind(`git ${verb} failed for ${from}: ${cause.replace(/[.\s]+$/, '')}.`, details);
}

/** Returns the first line that matches a pattern, because git's last lines are general advice. */
function causeLine(stderr: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(warning|hint):/.test(line));
  const line = lines.find((each) => kinds.some(([pattern]) => pattern.test(each))) ?? lines.at(-1) ?? '';
  const cause = line.replace(/^((fatal|error|remote): )+/, '');
  // git repeats its URL, whose query may contain secrets.
  const plain = maskUrls(cause).replace(/([?&][^=&#?\s]+=)[^&#\s'"]*/g, `$1${mask}`);
  return plain.length > shownCharacters ? `${plain.slice(0, shownCharacters)}…` : plain;
}
