import type { Workspace } from '../api/contract/platform/workspaces.ts';
import { NotFoundError, UsageError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import type { Context } from './context.ts';
import type { Field } from './wizard.ts';

type Finding = Pick<Context, 'platform' | 'settings'>;
type ListFinding = Pick<Context, 'platformList' | 'settings'>;

/** How to refer to a workspace, for help texts. */
export const workspaceWords = 'id (ws-…), ORG/NAME, or NAME with a default organization';
/** How to refer to a team, for help texts. */
export const teamWords = 'id (team-…), ORG/NAME, or NAME with a default organization';
/** How to refer to a user, for help texts. */
export const userWords = 'id (user-…), ORG/NAME, or NAME with a default organization';

const organizationAnswer = {
  flag: '--organization',
  hint: 'Use --organization, SVC_ORGANIZATION or svc config set organization NAME. To list them: svc organization list',
};

/** The current organization; prompts without one. */
export async function organizationName({ ask, settings }: Pick<Context, 'ask' | 'settings'>): Promise<string> {
  const found = settings.lookup('organization');
  // Without an address there is nothing to ask about.
  if (!found) settings.address();
  return found?.value ?? ask.text('Organization', organizationAnswer);
}

/** The flags of a command in an organization. */
export interface WithOrganization {
  organization?: string | undefined;
}

/** The organization as a question of a wizard. */
export function organizationField<Answers extends WithOrganization>(ask: Context['ask']): Field<Answers> {
  return {
    flag: '--organization',
    missing: ({ organization }) => organization === undefined,
    sets: [],
    ask: async () => ({ organization: await ask.text('Organization', organizationAnswer) }) as Partial<Answers>,
  };
}

/** A workspace by its id or its name. @throws {UsageError} for a name without an organization */
export async function workspaceNamed(text: string, { platform, settings }: Finding): Promise<Workspace> {
  const { workspaces } = await import('../api/contract/platform/workspaces.ts');
  if (text.startsWith('ws-')) return (await platform(workspaces.byId, { workspace_id: text })).data;
  const { organization, name } = placeOf('workspace', text, settings);
  return (await platform(workspaces.show, { organization_name: organization, name })).data;
}

/** The id of a workspace, looking up a name. @throws {UsageError} for a name without an organization */
export async function workspaceId(text: string, finding: Finding): Promise<string> {
  return text.startsWith('ws-') ? text : (await workspaceNamed(text, finding)).id;
}

/** Flags with the id of each user, looking up names. @throws {UsageError} for a name without an organization; {NotFoundError} */
export async function withUserIds<Flags extends { user?: string[] | undefined }>(
  flags: Flags,
  { platformList, settings }: ListFinding,
): Promise<Flags> {
  const idOf = async (text: string) => {
    if (text.startsWith('user-')) return text;
    const { organization, name } = placeOf('user', text, settings);
    const { usersOf } = await import('../platform/site/lookups.ts');
    const { idOf, names } = await usersOf({ list: platformList }, organization, name);
    const id = idOf(name);
    if (id !== undefined) return id;
    throw new NotFoundError(`No user ${name} in ${organization}, or you can't see it with this token.`, {
      hint: didYouMean(name, names) ?? `Use the user's ${userWords}.`,
    });
  };
  return flags.user ? { ...flags, user: await Promise.all(flags.user.map(idOf)) } : flags;
}

/** The parts of `ORG/NAME`, or of a name in the default organization. @throws {UsageError} without an organization */
export function placeOf(
  what: string,
  text: string,
  settings: Context['settings'],
): { organization: string; name: string } {
  const parts = text.split('/');
  const name = parts.pop() ?? '';
  const organization = parts.length > 0 ? parts.join('/') : settings.lookup('organization')?.value;
  if (parts.length > 1 || name === '' || organization === '') {
    throw new UsageError(`Invalid ${what} "${text}".`, { hint: 'Use its id, ORG/NAME, or NAME.' });
  }
  if (organization !== undefined) return { organization, name };
  throw new UsageError(`Cannot look up the ${what} "${text}" without an organization.`, {
    hint: `Use ORG/${name}, --organization or SVC_ORGANIZATION.`,
  });
}
