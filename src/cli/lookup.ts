import type { Workspace } from '../api/contract/platform/workspaces.ts';
import { NotFoundError, UsageError } from '../base/errors.ts';
import { didYouMean } from '../base/nearest.ts';
import type { Declarable } from '../platform/resources/resource.ts';
import type { Context } from './context.ts';
import type { Field } from './wizard.ts';

type LookupDeps = Pick<Context, 'platform' | 'settings'>;
type ListFinding = Pick<Context, 'platformList' | 'settings'>;

/** The accepted forms of a workspace argument, for help texts. */
export const workspaceWords = 'id (ws-…), ORG/NAME, or NAME with a default organization';
export const teamWords = 'id (team-…), ORG/NAME, or NAME with a default organization';
export const userWords = 'id (user-…), ORG/NAME, or NAME with a default organization';

const organizationAnswer = {
  flag: '--organization',
  hint: 'Use --organization, SVC_ORGANIZATION or svc config set organization NAME. To list them: svc organization list',
};

/** Returns the current organization; prompts if none is set. */
export async function organizationName({ ask, settings }: Pick<Context, 'ask' | 'settings'>): Promise<string> {
  const setting = settings.lookup('organization');
  // If the address is missing, fail before the prompt.
  if (!setting) settings.address();
  return setting?.value ?? ask.text('Organization', organizationAnswer);
}

/** The organization as an answer of the wizard, for a command in an organization. */
export interface WithOrganization {
  organization?: string | undefined;
}

/** Returns the question of a wizard for the organization of a part. The answer is checked for access to it. */
export function organizationField<Answers extends WithOrganization>(
  part: Declarable,
  context: Pick<Context, 'ask' | 'dryRun' | 'platform'>,
): Field<Answers> {
  return {
    flag: '--organization',
    missing: ({ organization }) => organization === undefined,
    sets: [],
    async ask() {
      const organization = await context.ask.text('Organization', organizationAnswer);
      await (await import('./wizard.ts')).requireAccess(part, organization, context);
      return { organization } as Partial<Answers>;
    },
  };
}

/** Finds a workspace by its id or its name. @throws {UsageError} for a name without an organization */
export async function workspaceNamed(text: string, { platform, settings }: LookupDeps): Promise<Workspace> {
  const { workspaces } = await import('../api/contract/platform/workspaces.ts');
  if (text.startsWith('ws-')) return (await platform(workspaces.byId, { workspace_id: text })).data;
  const { organization, name } = placeOf('workspace', text, settings);
  return (await platform(workspaces.show, { organization_name: organization, name })).data;
}

/** Returns the id of a workspace; a name is looked up. @throws {UsageError} for a name without an organization */
export async function workspaceId(text: string, finding: LookupDeps): Promise<string> {
  return text.startsWith('ws-') ? text : (await workspaceNamed(text, finding)).id;
}

/** Replaces the users that flags name by their ids. @throws {NotFoundError}; {UsageError} if the organization is missing */
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
      hint:
        didYouMean(name, names) ?? `Use the user's ${userWords}${name.includes('@') ? ', not an e-mail address' : ''}.`,
    });
  };
  return flags.user ? { ...flags, user: await Promise.all(flags.user.map(idOf)) } : flags;
}

/** Splits `ORG/NAME`; a plain name gets the default organization. @throws {UsageError} if there is no default */
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
