import type { Context } from '../../cli/context.ts';
import type { NotificationConfiguration } from '../../contract/platform/notifications.ts';
import { SomeFailedError, SvcError } from '../../errors.ts';
import { joined } from '../../text.ts';
import { verificationReport } from '../listening/verification.ts';
import type { Created } from './create-one.ts';
import { notificationDrawing, notificationView } from './view.ts';

type Creating = Pick<Context, 'dryRun' | 'host' | 'output'>;

/**
 * Creates a configuration in each workspace, one after the other, and shows them. A failure does not stop the others.
 * @throws {SvcError} the only failure, or a summary of all failures with the exit code of the first
 */
export async function createEach(
  workspaces: readonly string[],
  create: (workspace: string) => Promise<Created>,
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
      rows.push(made.row);
      tell(made, workspace, output);
      if (made.result !== 'existing') await onCreated(made.row);
    }
    if (host.signal.aborted) break;
  }
  if (workspaces.length > 1 && rows.length > 0) await output.list(notificationView, rows, '');
  if (workspaces.length === 1)
    for (const row of rows) await output.show(notificationView, row, notificationDrawing(row));
  const [first] = failures;
  if (!first) return;
  if (workspaces.length === 1) throw first[1];
  const errors = failures.map(([workspace, error]) => ({ title: workspace, detail: wordsOf(error) }));
  const counts = `${failures.length} of ${workspaces.length}`;
  throw new SomeFailedError(`Failed to create the configuration in ${counts} workspaces.`, first[1], { errors });
}

function tell({ differences = [], result, row }: Created, workspace: string, { note, warn }: Context['output']): void {
  const { enabled, name, triggers } = row.attributes;
  if (result === 'existing') {
    note(`Notification configuration ${name} exists already in ${workspace}: ${row.id}.`);
    if (differences.length > 0) note(`It differs from the flags in ${joined(differences)}. To change it: --replace`);
    return;
  }
  note(`${result === 'created' ? 'Created' : 'Updated'} notification configuration ${row.id}.`);
  note(enabled ? verificationReport(row) : `It is disabled. To enable it: svc notification update ${row.id} --enabled`);
  if (triggers?.length === 0) warn(`It has no triggers. To add them: svc notification update ${row.id} --trigger all`);
}

function wordsOf({ errors, message }: SvcError): string {
  return [message, ...errors.map(({ detail, title }) => detail ?? title ?? '')].join(' ');
}
