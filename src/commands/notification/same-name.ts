import { CheckFailedError } from '../../base/errors.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { relatedIds } from '../../contract/relationships.ts';
import { differences as changesTo } from '../../resources/comparison.ts';
import { all } from '../../site/service.ts';
import { type Body, isWeb } from './flags.ts';

/** What to do with a configuration that has the name of the new one. */
export interface ExistingFlags {
  ifNotExists?: boolean | undefined;
  replace?: boolean | undefined;
}

/** The body of a write. */
export type Draft = Body<Record<string, unknown>>;

/**
 * The configuration of a workspace that has a name; undefined if the workspace has none.
 * @throws {CheckFailedError} naming the ids, if several have the name
 */
export async function configurationNamed(
  name: string,
  workspace: { id: string; name: string },
  { platformList }: Pick<Context, 'platformList'>,
): Promise<NotificationConfiguration | undefined> {
  const rows = await all(platformList(notifications.list, { workspace_id: workspace.id }));
  const found = rows.filter(({ attributes }) => attributes.name === name);
  if (found.length < 2) return found[0];
  const ids = joined(found.map(({ id }) => id));
  throw new CheckFailedError(`Several configurations of ${workspace.name} are named "${name}": ${ids}.`, {
    hint: 'Delete or rename all but one: svc notification delete ID',
  });
}

/** A draft with the default of everything that it does not set: what a configuration is after --replace. */
export function exactly({ attributes, relationships }: Draft): Draft {
  const kind = String(attributes['destination-type']);
  return {
    attributes: {
      triggers: [],
      ...(kind === 'generic' ? { token: null } : {}),
      ...attributes,
    },
    relationships: { ...(isWeb(kind) ? {} : { users: { data: [] } }), ...relationships },
  };
}

/** The settings in which a configuration differs from a draft; a token cannot be compared. */
export function differences(row: NotificationConfiguration, draft: Draft): string[] {
  const { attributes, relationships = {} } = exactly(draft);
  const { token: _, ...wanted } = attributes;
  const users = relationships.users && { users: relationships.users.data.map(({ id }) => id) };
  const live = { ...row.attributes, users: relatedIds(row, 'users') ?? [] };
  return changesTo({ ...wanted, ...users }, live).map(({ attribute }) => attribute);
}
