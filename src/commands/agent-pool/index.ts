import { agentPoolRecords, agentPoolSorts, agentPools } from '../../api/contract/platform/agent-pools.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { idNamed } from '../../cli/by-name.ts';
import { organizationName } from '../../cli/lookup.ts';
import { deleteVerb, nameWords, showVerb } from '../../cli/resource-verbs.ts';
import { knowing, positive, unknownValues } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { agentPool as resource } from '../../platform/resources/agent-pool.ts';
import { create } from './create.ts';
import { isAssumed, poolSentence, update } from './update.ts';
import { poolsAllowedTo, withNames, withWorkspaceNames } from './workspaces.ts';

const sorts = agentPoolSorts.flatMap((key) => [key, `-${key}`]);

const nameNotes = `The workspaces that may use a pool are shown by name, as far as one request more finds the names. With -o json a pool has them
as allowed-workspaces, each with its id.`;

const list = verb({
  words: 'list',
  about: 'List the agent pools of an organization',
  text: `${poolSentence} Set the organization with --organization, SVC_ORGANIZATION or in the profile.

${nameNotes}`,
  flags: (command: Command) =>
    command
      .option('--query <text>', 'only pools with this text in their name')
      .option('--sort <key>', `${sorts.join(', ')}; a hyphen means descending`, knowing(sorts))
      .option('--allowed-workspace <name>', 'only pools that this workspace may use')
      .option('--limit <n>', 'maximum number of items (default: all)', positive),
  lists: resource.view,
  calls: [agentPools.list, workspaces.list],
  examples: [
    'svc agent-pool list --organization acme',
    'svc agent-pool list --query production --sort -created-at',
    'svc agent-pool list --allowed-workspace network-production -o json',
  ],
  async run(context, { allowedWorkspace, limit, query: q, sort }) {
    const { output, platformList } = context;
    const organization = await organizationName(context);
    for (const doubt of unknownValues('--sort', sort, sorts)) output.warn(doubt);
    const query = { q, sort };
    const pools =
      allowedWorkspace === undefined
        ? platformList(agentPools.list, { organization_name: organization, query }, { limit })
        : poolsAllowedTo({ limit, organization, query, workspace: allowedWorkspace }, context);
    const narrowed = q !== undefined || allowedWorkspace !== undefined;
    const rows = withWorkspaceNames(pools, context);
    await output.list(resource.view, rows, `No ${narrowed ? 'matching ' : ''}agent pools in ${organization}.`);
  },
});

const show = showVerb({
  view: resource.view,
  about: 'Show an agent pool',
  argument: ['[pool]', nameWords(resource)],
  text: `${poolSentence} ${isAssumed}

${nameNotes}`,
  calls: [agentPools.list, agentPoolRecords.show, workspaces.list],
  examples: ['svc agent-pool show production', 'svc agent-pool show production --jq .id'],
  async read(context, typed) {
    const id = await idNamed(resource, typed, 'pool', context);
    return [await withNames((await context.platform(agentPoolRecords.show, { id })).data, context)];
  },
});

const removeVerb = deleteVerb(resource, {
  about: 'Delete agent pools',
  argument: 'pool',
  text: `${poolSentence} ${isAssumed}`,
  examples: [
    'svc agent-pool delete production --yes',
    'svc agent-pool delete staging testing --failed-to failed.txt --yes',
  ],
});

export const noun = { verbs: [list, show, create, update, removeVerb] };
