import type { Command } from 'commander';
import { type AgentPool, agentPoolDraft, agentPools } from '../../api/contract/platform/agent-pools.ts';
import { organizationField, type WithOrganization } from '../../cli/lookup.ts';
import { attributesOf, collect, setHelp, strictHelp, withExtra } from '../../cli/set-flag.ts';
import { verb } from '../../cli/verb.ts';
import { complete, FieldKinds, submit } from '../../cli/wizard.ts';
import { agentPool as resource } from '../../platform/resources/agent-pool.ts';
import { put } from '../../platform/resources/put.ts';

export const create = verb({
  words: 'create',
  about: 'Create an agent pool',
  text: `Set the organization with --organization, SVC_ORGANIZATION or in the profile. Every workspace of the organization may use
the pool unless --no-organization-scoped is given.`,
  flags: (command: Command) =>
    command
      .option('--name <name>', 'unique name: letters, digits, hyphens and underscores')
      .option('--organization-scoped', 'allow every workspace of the organization to use it (default)')
      .option('--no-organization-scoped', 'allow only the workspaces in relationships.allowed-workspaces to use it')
      .option('--set <key=value>', setHelp, collect)
      .option('--strict', strictHelp),
  calls: [agentPools.create],
  examples: [
    'svc agent-pool create --organization acme --name production',
    'svc agent-pool create --name production --no-organization-scoped --set relationships.allowed-workspaces=ws-0123456789abcdef',
  ],
  async run(context, f) {
    const { ask, output, platform, settings } = context;
    const kinds = new FieldKinds<PoolAnswers>(ask);
    const fields = [organizationField<PoolAnswers>(ask), kinds.text('name', { question: 'Name of the pool' })];
    const given = { ...f, organization: settings.lookup('organization')?.value };
    const answers = await complete<PoolAnswers>(given, fields, context);
    const { organization = '' } = answers;
    // The rule is assumed in the contract, so only the service rejects the name.
    const doubt =
      answers.name === undefined ? undefined : agentPoolDraft.shape.name.safeParse(answers.name).error?.issues[0];
    if (doubt) output.warn(f.name === '' ? '--name is empty, sent as is.' : `--name ${doubt.message}, sent as is.`);
    const writing = { call: platform, place: { organization_name: organization }, onExisting: 'fail' } as const;
    const send = ({ name }: PoolAnswers) => {
      const attributes = attributesOf({ ...f, name }, Object.keys(resource.fields));
      return put<AgentPool>(resource, withExtra(attributes, f.set, resource.fields), writing);
    };
    const { row } = await submit(answers, fields, send, ask);
    output.note(`Created agent pool ${row.id}.`);
    await output.show(resource.view, row);
  },
});

interface PoolAnswers extends WithOrganization {
  name?: string | undefined;
  set?: string[] | undefined;
}
