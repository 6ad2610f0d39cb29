import type { Command } from 'commander';
import { agentPoolSorts, agentPools } from '../../api/contract/platform/agent-pools.ts';
import { organizationName } from '../../cli/lookup.ts';
import { deleteVerb, nameWords, showById } from '../../cli/resource-verbs.ts';
import { doubts, knowing, positive } from '../../cli/values.ts';
import { type Noun, verb } from '../../cli/verb.ts';
import { agentPool as resource } from '../../platform/resources/agent-pool.ts';
import { create } from './create.ts';
import { poolsAllowedTo } from './pools-for-workspace.ts';
import { update } from './update.ts';

const sorts = agentPoolSorts.flatMap((key) => [key, `-${key}`]);

const list = verb({
  words: 'list',
  about: 'List the agent pools of an organization',
  text: 'Set the organization with --organization, SVC_ORGANIZATION or in the profile.',
  flags: (command: Command) =>
    command
      .option('--query <text>', 'only pools with this text in their name')
      .option('--sort <key>', `${sorts.join(', ')}; a hyphen means descending`, knowing(sorts))
      .option('--allowed-workspace <name>', 'only pools that this workspace may use')
      .option('--limit <n>', 'maximum number of items', positive),
  lists: resource.view,
  calls: [agentPools.list],
  examples: [
    'svc agent-pool list --organization acme',
    'svc agent-pool list --query production --sort -created-at',
    'svc agent-pool list --allowed-workspace network-production -o json',
  ],
  async run(context, { allowedWorkspace, limit, query: q, sort }) {
    const { output, platformList } = context;
    const organization = await organizationName(context);
    for (const doubt of doubts('--sort', sort, sorts)) output.warn(doubt);
    const query = { q, sort };
    const pools =
      allowedWorkspace === undefined
        ? platformList(agentPools.list, { organization_name: organization, query }, { limit })
        : poolsAllowedTo({ limit, organization, query, workspace: allowedWorkspace }, context);
    const narrowed = q !== undefined || allowedWorkspace !== undefined;
    await output.list(resource.view, pools, `No ${narrowed ? 'matching ' : ''}agent pools in ${organization}.`);
  },
});

const show = showById(resource, {
  about: 'Show an agent pool',
  argument: ['pool', nameWords(resource)],
  text: 'The documented API has no operation for this, so a service may not have it.',
  examples: ['svc agent-pool show production', 'svc agent-pool show production --jq .id'],
});

const removeVerb = deleteVerb(resource, {
  about: 'Delete agent pools',
  argument: 'pool',
  text: 'The documented API has no operation for this, so a service may not have it.',
  examples: [
    'svc agent-pool delete production --yes',
    'svc agent-pool delete staging testing --failed-to failed.txt --yes',
  ],
});

export const noun: Noun = {
  verbs: {
    Commands: [list, show, create, update, removeVerb],
  },
};
