import { CancelledError, type SvcError } from '../../base/errors.ts';
import { cannot } from '../../base/system/files.ts';
import type { Context } from '../../cli/context.ts';
import { annotators, appendSummary, githubAnnotation } from '../../cli/terminal/annotations.ts';
import { asSvcError, type FailureFields } from '../../cli/terminal/failure.ts';
import { oneOf, option } from '../../cli/values.ts';
import type { Downloaded } from '../../modules/download.ts';

/** A failed download in `-o json`. */
export interface NotDownloaded {
  address: string;
  error: FailureFields;
}

/** Prints an annotation for each failure, and a summary at the end, for a CI system. They go to stderr, because stdout has the data. */
export interface Annotations {
  failed(address: string, error: SvcError): void;
  /** Annotates an error that belongs to no address, such as an invalid line of a file. */
  ended(error: unknown): void;
  summary(rows: readonly (Downloaded | NotDownloaded)[]): void;
}

const silent: Annotations = { failed() {}, ended() {}, summary() {} };

/** Declares `--annotate`. @param what the subject of the help */
export function annotateOption(what: string) {
  const help = `annotate ${what} in CI: github or none (default: github in GitHub Actions)`;
  return option('--annotate <system>', help, oneOf(annotators));
}

/** Returns whether to write annotations for GitHub Actions: as the flag says, else as the environment shows. */
export function annotatesGithub(requested: (typeof annotators)[number] | undefined, env: Context['host']['env']) {
  return (requested ?? (env.GITHUB_ACTIONS === 'true' ? 'github' : 'none')) === 'github';
}

/** Returns the annotations for the CI system that the flag names, else for the one that the environment shows. */
export function annotationsFor(
  requested: (typeof annotators)[number] | undefined,
  { host, output, secrets }: Pick<Context, 'host' | 'output' | 'secrets'>,
): Annotations {
  const { GITHUB_STEP_SUMMARY: path } = host.env;
  if (!annotatesGithub(requested, host.env)) return silent;
  let isAnnotated = false;
  const annotate = (title: string, { message, hint }: SvcError) => {
    isAnnotated = true;
    host.stderr.write(githubAnnotation({ title }, secrets.hideInSentence(hint ? `${message}\n${hint}` : message)));
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
        appendSummary(path, 'Modules', ['Module', 'Result', 'Bytes', 'Seconds', 'From'], rows.map(cellsOf));
      } catch (error) {
        output.warn(cannot(`write the summary ${path}`, error).message);
      }
    },
  };
}

function cellsOf(row: Downloaded | NotDownloaded): string[] {
  if ('error' in row) return [row.address, row.error.message, '', '', ''];
  const { address, bytes, cached, existing, location, seconds } = row;
  const result = existing ? 'unchanged' : 'downloaded';
  return [address, result, `${bytes}`, `${seconds}`, cached ? 'the cache' : location];
}
