import { checkSegment } from '../../api/client/endpoints.ts';
import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { organizationName, workspaceId } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { isWhole } from './request.ts';

/** Fills in the placeholders of a path; a whole URL has none. @throws {UsageError} for an unknown placeholder, and for a workspace that no placeholder needs */
export async function fillIn(target: string, workspace: string | undefined, context: Context): Promise<string> {
  // Every second part is a placeholder or an unpaired brace.
  const parts = isWhole(target) ? [target] : target.split(/(\{[^{}]*\}?|\})/);
  const unknown = parts.find((part, index) => index % 2 === 1 && !/^\{(organization|workspace)\}$/.test(part));
  if (unknown !== undefined) {
    const hint = 'Use {organization} or {workspace}, and %7B and %7D for braces.';
    throw new UsageError(`Unknown placeholder ${unknown} in the path.`, { hint });
  }
  if (workspace !== undefined && !parts.includes('{workspace}'))
    throw new UsageError('--workspace is only for a path with {workspace}.');
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) continue;
    const workspaceOf = async () =>
      workspaceId(workspace ?? (await pickWorkspace({ flag: '--workspace' }, context)), context);
    const value = await (part === '{workspace}' ? workspaceOf() : organizationName(context));
    checkSegment(part.slice(1, -1), value);
    parts[index] = encodeURIComponent(value);
  }
  return parts.join('');
}
