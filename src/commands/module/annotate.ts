import { CancelledError, type SvcError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import type { Downloaded } from '../../module/download.ts';
import { cannot } from '../../system/files.ts';
import { type annotators, appendSummary, githubError } from '../../terminal/annotations.ts';
import { asSvcError, type FailureFields } from '../../terminal/failure.ts';

/** A failed download, as `-o json` shows it. */
export interface NotDownloaded {
  address: string;
  error: FailureFields;
}

/** What CI shows beside a run: a line for each failure (on stderr, since stdout is data), and a summary of all. */
export interface Annotations {
  failed(address: string, error: SvcError): void;
  /** Annotates the error of a run that names no address, such as an invalid line of a file. */
  ended(error: unknown): void;
  summary(rows: readonly (Downloaded | NotDownloaded)[]): void;
}

const silent: Annotations = { failed() {}, ended() {}, summary() {} };

/** For the reader given by the flag, else for the CI in the environment. */
export function annotationsFor(
  requested: (typeof annotators)[number] | undefined,
  { host, output, secrets }: Pick<Context, 'host' | 'output' | 'secrets'>,
): Annotations {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY: path } = host.env;
  const reader = requested ?? (GITHUB_ACTIONS === 'true' ? 'github' : 'none');
  if (reader === 'none') return silent;
  let isAnnotated = false;
  const annotate = (title: string, { message, hint }: SvcError) => {
    isAnnotated = true;
    host.stderr.write(githubError(title, secrets.hide(hint ? `${message}\n${hint}` : message)));
  };
  return {
    failed: (address, error) => annotate(`svc module download ${address}`, error),
    ended(error) {
      const failure = asSvcError(error);
      if (!isAnnotated && !(failure instanceof CancelledError)) annotate('svc module download', failure);
    },
    summary(rows) {
      if (!path) return;
      try {
        appendSummary(path, 'Modules', ['Module', 'Result', 'Bytes', 'Seconds', 'From'], rows.map(cells));
      } catch (error) {
        output.warn(cannot(`write the summary ${path}`, error).message);
      }
    },
  };
}

function cells(row: Downloaded | NotDownloaded): string[] {
  if ('error' in row) return [row.address, row.error.message, '', '', ''];
  const { address, bytes, cached, existing, location, seconds } = row;
  return [
    address,
    existing ? 'unchanged' : 'downloaded',
    String(bytes),
    String(seconds),
    cached ? 'the cache' : location,
  ];
}
