import type { Context } from '../../cli/context.ts';
import type { NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { type ServerProblem, SvcError } from '../../errors.ts';
import { verificationReport } from '../listening/verification.ts';
import { notificationDrawing, notificationView } from './view.ts';

type Creating = Pick<Context, 'dryRun' | 'host' | 'output'>;

/**
 * Creates a configuration in each workspace, one after the other, and shows them. A failure does not stop the others.
 * @throws {SvcError} the only failure, or a summary of all failures with the exit code of the first
 */
export async function createEach(
  workspaces: readonly string[],
  create: (workspace: string) => Promise<NotificationConfiguration>,
  { dryRun, host, output }: Creating,
  onCreated: (row: NotificationConfiguration) => Promise<void> = async () => {},
): Promise<void> {
  const rows: NotificationConfiguration[] = [];
  const failures: [workspace: string, error: SvcError][] = [];
  if (dryRun && workspaces.length > 1) output.note(`First of ${workspaces.length} requests:`);
  for (const workspace of workspaces) {
    const made = await create(workspace).catch((error: unknown) => {
      if (!(error instanceof SvcError)) throw error;
      failures.push([workspace, error]);
    });
    if (made) {
      rows.push(made);
      tell(made, output);
      await onCreated(made);
    }
    if (host.signal.aborted) break;
  }
  if (workspaces.length > 1 && rows.length > 0) await output.list(notificationView, rows, '');
  if (workspaces.length === 1)
    for (const row of rows) await output.show(notificationView, row, notificationDrawing(row));
  const [first] = failures;
  if (first) throw workspaces.length === 1 ? first[1] : new SomeFailed(first[1], failures, workspaces.length);
}

function tell(row: NotificationConfiguration, { note, warn }: Context['output']): void {
  const { enabled, triggers } = row.attributes;
  note(`Created notification configuration ${row.id}.`);
  note(enabled ? verificationReport(row) : `It is disabled. To enable it: svc notification update ${row.id} --enabled`);
  if (triggers?.length === 0) warn(`It has no triggers. To add them: svc notification update ${row.id} --trigger all`);
}

/** A summary of several failures, with the code of the first. */
class SomeFailed extends SvcError {
  readonly code: string;
  readonly exit: number;

  constructor(first: SvcError, failures: readonly [string, SvcError][], all: number) {
    const errors = failures.map(([workspace, error]): ServerProblem => ({ title: workspace, detail: wordsOf(error) }));
    super(`Failed to create the configuration in ${failures.length} of ${all} workspaces.`, {
      ...first,
      errors,
      cause: first,
    });
    this.code = first.code;
    this.exit = first.exit;
  }
}

function wordsOf({ errors, message }: SvcError): string {
  return [message, ...errors.map(({ detail, title }) => detail ?? title ?? '')].join(' ');
}
