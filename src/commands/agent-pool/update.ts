import { agentPoolRecords, agentPools } from '../../api/contract/platform/agent-pools.ts';
import { workspaces } from '../../api/contract/platform/workspaces.ts';
import { idNamed } from '../../cli/by-name.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { nameWords } from '../../cli/resource-verbs.ts';
import { attributesOf, collect, setFlag, strictFlag, withExtra } from '../../cli/set-flag.ts';
import { type Command, type FlagsOf, requireChange, verb } from '../../cli/verb.ts';
import { agentPool as resource } from '../../platform/resources/agent-pool.ts';
import type { Draft } from '../../platform/resources/put.ts';
import { withNames } from './workspaces.ts';

/** The first sentence of the help of each verb. */
export const poolSentence =
  "An agent pool is a named group of agents, which run the work of an organization's workspaces.";
export const isAssumed = 'The documented API has no operation for this, so a service may not have it.';

/** Declares the flags that `create` and `update` share. */
export function poolFlags(command: Command) {
  return command
    .option('-n, --name <name>', 'unique name: letters, digits, - and _')
    .option('--organization-scoped', 'allow every workspace to use it')
    .option('--no-organization-scoped', 'allow only the given workspaces to use it')
    .option('--allowed-workspace <name>', 'workspace that may use it, by name or id; repeatable', collect)
    .addOption(setFlag())
    .addOption(strictFlag());
}

/** Returns the fields that the flags set, with the ids of the workspaces. */
export async function poolDraft(flags: FlagsOf<typeof poolFlags>, context: Context): Promise<Draft> {
  const { allowedWorkspace = [], set = [] } = flags;
  const ids = new Set(await Promise.all(allowedWorkspace.map((text) => workspaceId(text, context))));
  const allowed = ids.size > 0 ? [`relationships.allowed-workspaces=${[...ids]}`] : [];
  return withExtra(attributesOf(flags, ['name', 'organization-scoped']), [...allowed, ...set], resource.fields);
}

export const update = verb({
  words: 'update',
  about: 'Update an agent pool',
  text: `${poolSentence} Only the given attributes change. --allowed-workspace replaces all previous ones, and has an effect only on a pool that is not
organization-scoped. ${isAssumed} On a terminal, without flags, svc prompts for each value.`,
  flags: (command: Command) => poolFlags(command).argument('[pool]', nameWords(resource)),
  calls: [agentPools.list, agentPoolRecords.show, agentPoolRecords.update, workspaces.show, workspaces.list],
  examples: [
    'svc agent-pool update production --name live',
    'svc agent-pool update production --no-organization-scoped --allowed-workspace network-production',
  ],
  async run(context, flags, typed) {
    const { output } = context;
    const isWalk = Object.keys(flags).length === 0 && context.ask.canAsk();
    if (!isWalk) requireChange(flags);
    const id = await idNamed(resource, typed, 'pool', context);
    const answers = isWalk ? await changesOf(id, context) : {};
    if (isWalk && Object.keys(answers).length === 0) return output.note('No changes.');
    const draft = await poolDraft({ ...flags, ...answers }, context);
    const { updateThing } = await import('../../cli/resource-writes.ts');
    const row = await updateThing(resource, id, draft, context);
    if (flags.allowedWorkspace && row.attributes['organization-scoped'] === true)
      output.warn(`Every workspace may use it. To limit it: svc agent-pool update ${row.id} --no-organization-scoped`);
    await output.show(resource.view, await withNames(row, context));
  },
});

/** Prompts for each field of a pool, and returns the changed ones. */
async function changesOf(id: string, context: Context): Promise<FlagsOf<typeof poolFlags>> {
  const { changesTo, FieldKinds } = await import('../../cli/walk.ts');
  const { attributes } = (await context.platform(agentPoolRecords.show, { id })).data;
  const organizationScoped = attributes['organization-scoped'] === true;
  const current: FlagsOf<typeof poolFlags> = { name: attributes.name ?? undefined, organizationScoped };
  const kinds = new FieldKinds<FlagsOf<typeof poolFlags>>(context.ask);
  const scoped = { question: 'Every workspace of the organization may use it', initial: organizationScoped };
  const fields = [kinds.text('name', { question: 'Name' }), kinds.yesOrNo('organizationScoped', scoped)];
  return changesTo(current, fields, context);
}
