import { CheckFailedError, UsageError } from '../base/errors.ts';
import { counted } from '../base/text.ts';
import type { Plan } from './kind.ts';

/** What a plan may delete. */
export interface Limits {
  maxDeletions?: number | undefined;
  pruneAll?: boolean | undefined;
}

/** @throws {SvcError} for a plan that deletes more than is allowed */
export function requireWithin({ maxDeletions, pruneAll }: Limits, { deletesAll, steps }: Plan): void {
  const deletions = steps.filter(({ action }) => action === 'delete').length;
  if (deletions > (maxDeletions ?? deletions))
    throw new CheckFailedError(
      `The plan deletes ${counted(deletions, 'thing')}, more than --max-deletions ${maxDeletions}. Nothing was changed.`,
    );
  if (deletesAll && !pruneAll)
    throw new UsageError('The plan deletes everything in the record. Nothing was changed.', {
      hint: 'If that is meant: --prune-all',
    });
}
