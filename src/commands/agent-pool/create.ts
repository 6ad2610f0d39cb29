import { agentPools, newAgentPool } from '../../api/contract/platform/agent-pools.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { createNamed, existsHelp } from '../../cli/by-name.ts';
import { organizationField, type WithOrganization } from '../../cli/lookup.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { agentPool as resource } from '../../platform/resources/agent-pool.ts';
import { poolDraft, poolFlags, poolSentence } from './update.ts';
import { withNames } from './workspaces.ts';

export const create = verb({
  words: 'create',
  about: 'Create an agent pool',
  text: `${poolSentence} Set the organization with --organization, SVC_ORGANIZATION or in the profile. Every workspace of the organization may use
the pool unless --allowed-workspace or --no-organization-scoped is given.

With --if-not-exists a pool of this name stays as it is and is shown, and a message names the settings that differ.`,
  flags: (command: Command) => poolFlags(command).optionsGroup('Existing pool:').option('--if-not-exists', existsHelp),
  required: ['name'],
  calls: [agentPools.list, agentPools.create, workspaces.show, workspaces.list],
  examples: [
    'svc agent-pool create --organization acme --name production',
    'svc agent-pool create --name production --allowed-workspace network-production --if-not-exists',
  ],
  async run(context, f) {
    const { ask, output, settings } = context;
    const { complete, FieldKinds, requireAccess } = await import('../../cli/wizard.ts');
    const kinds = new FieldKinds<PoolAnswers>(ask);
    const fields = [
      organizationField<PoolAnswers>(resource, context),
      kinds.text('name', { question: 'Name of the pool' }),
    ];
    const { allowedWorkspace, ifNotExists, organizationScoped = allowedWorkspace && false } = f;
    const initialAnswers = { ...f, organization: settings.lookup('organization')?.value };
    const check = () => requireAccess(resource, initialAnswers.organization, context);
    const answers = await complete<PoolAnswers>(initialAnswers, fields, { ...context, check });
    // Our rule for names is assumed, so only warn: the service decides.
    const issue =
      answers.name === undefined ? undefined : newAgentPool.shape.name.safeParse(answers.name).error?.issues[0];
    if (issue) output.warn(f.name === '' ? '--name is empty, sent as is.' : `--name ${issue.message}, sent as is.`);
    const draft = await poolDraft({ ...f, organizationScoped, name: answers.name }, context);
    const draftOf = ({ name }: PoolAnswers) =>
      // After a rejection, the prompt asks again, and the corrected name replaces the rejected one.
      name === answers.name ? draft : { ...draft, attributes: { ...draft.attributes, name } };
    const row = await createNamed(resource, { answers, draft, draftOf, fields, ifNotExists }, context);
    await output.show(resource.view, await withNames(row, context));
  },
});

interface PoolAnswers extends WithOrganization {
  name?: string | undefined;
  set?: string[] | undefined;
}
