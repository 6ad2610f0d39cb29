import { join } from 'node:path';
import { type NotificationConfiguration, notifications } from '../../api/contract/platform/notifications.ts';
import type { Context } from '../../cli/context.ts';
import { stateFolder } from '../../cli/settings/paths.ts';
import { storeToken } from '../../cli/stored-tokens.ts';
import {
  cleanUp,
  type DeletionDeps,
  deleteAndReport,
  deleteLeftovers,
  register,
  withId,
} from '../../platform/notifications/temporary.ts';
import { verificationReport } from '../../platform/notifications/verification.ts';
import { notification } from '../../platform/resources/notification.ts';
import { put } from '../../platform/resources/put.ts';

export const reachHint =
  'The service must reach the listener: in the same network with --host 0.0.0.0, or through a reverse proxy or a tunnel (ssh -R). Its URL is --public-url.';

/** A configuration to create for a listener of this run. */
export interface ListenerConfiguration {
  workspace: string;
  attributes: { name?: string; [attribute: string]: unknown };
  relationships?: Record<string, unknown> | undefined;
}

type OwnDraft = ListenerConfiguration & { attributes: { token: string; url: string } };

export interface OwnConfiguration {
  id: string;
  name: string | null;
  url: string;
  end(): Promise<void>;
}

/**
 * Creates an enabled configuration. `end` deletes it, unless `keeps` is true. Ctrl-C does not cancel the request: svc must learn its
 * result, and store a generated token.
 * @throws {CheckFailedError} if the service did not reach the listener
 */
export async function ownConfiguration(
  draft: OwnDraft,
  { keeps, storesToken }: { keeps: boolean; storesToken: boolean },
  context: Context,
): Promise<OwnConfiguration> {
  if (!keeps) return createTemporary(draft, context);
  const { output } = context;
  const created = await create(draft, 'notification configuration', context);
  if (storesToken) await storeToken([created.id], draft.attributes.token, context);
  return {
    ...created,
    end: async () =>
      output.note(
        `Kept notification configuration ${created.id}; delete it with: svc notification delete ${created.id} --yes`,
      ),
  };
}

/** Creates a temporary configuration. Its unique name is recorded in a file first: if this run is killed, the next one deletes it. */
async function createTemporary(draft: OwnDraft, context: Context): Promise<OwnConfiguration> {
  const { dryRun, host, settings } = context;
  const place = { address: settings.address().value.href, workspace: draft.workspace };
  const folder = join(stateFolder(host.env, host.home), 'temporary');
  const deps = deletingBy(context);
  if (!dryRun) await deleteLeftovers(folder, place, deps);
  const { name = 'svc' } = draft.attributes;
  const remembered = dryRun ? undefined : register(folder, place, name);
  try {
    const attributes = { ...draft.attributes, name: remembered?.name ?? name };
    let record = remembered;
    const onCreated = (id: string) => {
      record &&= withId(record, id);
    };
    const created = await create({ ...draft, attributes }, 'temporary notification configuration', context, onCreated);
    return { ...created, end: async () => void (record && (await deleteAndReport(record, deps))) };
  } catch (error) {
    if (remembered) await cleanUp(remembered, error, deps);
    throw error;
  }
}

function deletingBy(context: Context): DeletionDeps {
  const { platform: call, platformList } = context.uncancelled();
  return {
    call,
    list: (workspace) => platformList(notifications.list, { workspace_id: workspace }),
    output: context.output,
  };
}

async function create(
  { workspace, attributes, relationships }: OwnDraft,
  kind: string,
  context: Context,
  onCreated?: (id: string) => void,
): Promise<Omit<OwnConfiguration, 'end'>> {
  const draft = { attributes: { 'destination-type': 'generic', ...attributes, enabled: true }, relationships };
  const { platform: call } = context.uncancelled();
  const place = { workspace_id: workspace };
  const writing = { call, created: onCreated, place, hint: reachHint, needsId: true, onExisting: 'fail' } as const;
  const { row } = await put<NotificationConfiguration>(notification, draft, writing);
  const { attributes: shown, id } = row;
  context.output.note(`Created ${kind} ${id}. ${verificationReport(row)}`);
  return { id, name: shown.name ?? null, url: shown.url ?? attributes.url };
}
