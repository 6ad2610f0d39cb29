import { CancelledError, SomeFailedError, type SvcError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import type { Outcome } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { asSvcError, failureFields } from '../../cli/terminal/failure.ts';
import type { ModuleAddress } from '../../modules/address/address.ts';
import type { Downloaded } from '../../modules/download.ts';
import type { Annotations, NotDownloaded } from './annotate.ts';
import type { Destination } from './destinations.ts';
import { downloadView, foundView, someFailedView } from './view.ts';

/** Reports what a dry run would download. @throws {SvcError} the first failure */
export async function reportDryRun(
  found: readonly Outcome<ModuleAddress, Destination>[],
  destined: readonly Destination[],
  several: boolean,
  context: Context,
): Promise<void> {
  const { output } = context;
  const failure = firstFailure(found, context);
  if (failure && !several) throw failure;
  for (const { compares, dir, replaces } of destined) {
    const downloading = `would download to ${dir}${replaces ? ', replacing the existing folder' : ''}`;
    output.note(
      `Dry run: ${compares ? `would compare ${dir} and leave it unchanged if it is the same` : downloading}.`,
    );
  }
  const rows = destined.map(({ dir, found: { from, name } }) => ({ address: name, location: from, dir }));
  await output.described(foundView, rows);
  if (failure) throw failure;
}

/** Reports each download, even if some failed or Ctrl-C stopped the run. @throws {SvcError} the first failure */
export async function report(
  all: readonly Outcome<{ text: string }, Downloaded>[],
  { annotations, destined, several }: { annotations: Annotations; destined: readonly Destination[]; several: boolean },
  context: Context,
): Promise<void> {
  const { output, secrets } = context;
  const failure = firstFailure(all, context);
  const rows = all.map((each): Downloaded | NotDownloaded =>
    'result' in each ? each.result : { address: each.item.text, error: failureFields(asSvcError(each.error), secrets) },
  );
  annotations.summary(rows);
  if (failure && !several) throw failure;
  const [first] = rows;
  if (!several && first && !('error' in first)) {
    const from = first.cached ? ' from the cache' : '';
    const instead = destined[0]?.replaces ? ', replacing the existing folder' : '';
    const done = `Downloaded ${first.address}${from} to ${first.dir}${instead}.`;
    output.note(first.existing ? `${first.address} is already in ${first.dir}.` : done);
    return output.described(downloadView, rows);
  }
  await output.list(failure ? someFailedView : downloadView, rows, '');
  output.note(summary(rows));
  if (failure) throw failure;
}

function summary(rows: readonly (Downloaded | NotDownloaded)[]): string {
  const done = rows.flatMap((row) => ('error' in row || row.existing ? [] : [row]));
  const existing = rows.filter((row) => !('error' in row) && row.existing).length;
  const rest = existing === 0 ? '' : `; ${existing} already existed`;
  const cached = done.filter((row) => row.cached).length;
  const from = cached > 0 ? ` (${cached} from the cache)` : '';
  return `Downloaded ${done.length} of ${counted(rows.length, 'module')}${from}${rest}.`;
}

/** Returns the first failure that is not the result of another one; if the run was cancelled, the cancellation. */
function firstFailure(all: readonly Outcome<{ text: string }, unknown>[], { host }: Context): SvcError | undefined {
  if (host.signal.aborted) return asSvcError(host.signal.reason);
  const failures = all.flatMap((each) => ('error' in each ? [{ ...each, error: asSvcError(each.error) }] : []));
  const first = failures.find(({ error }) => !(error instanceof CancelledError)) ?? failures[0];
  if (!first || all.length === 1) return first?.error;
  const message = `${failures.length} of ${all.length} modules failed. The first, ${first.item.text}: ${first.error.message}`;
  return new SomeFailedError(message, first.error);
}
