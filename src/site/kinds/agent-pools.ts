import { type AgentPool, agentPoolRecords, agentPools } from '../../contract/platform/agent-pools.ts';
import { relatedIds } from '../../contract/relationships.ts';
import { defined, differences, initial, phases, type Step, stepOf, type Thing } from '../change.ts';
import { deletion, pruned, undeclaredThings } from '../deletion.ts';
import type { ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import { type AgentPoolEntry, agentPoolEntry } from '../schema.ts';
import { all } from '../service.ts';
import type { Declared, Site } from '../site.ts';

const lists = ['allowed-workspaces', 'excluded-workspaces', 'allowed-projects'] as const;

/** The agent pools of an organization, by name. */
export const agentPoolKind: Kind = {
  name: 'agent-pools',
  edition: 'both',
  writer: 'organization-owner',
  ofOrganization: true,
  declaredAt: ({ absent, agentPools: declared }) => (declared[0] ?? absent.agentPools[0])?.at,

  async plan(site: Site, planning: Planning): Promise<Step[]> {
    const { organization } = planning;
    const declared = site.agentPools.map(({ value }) => value.name);
    const absent = site.absent.agentPools.map(({ value }) => value.name);
    const undeclared = undeclaredThings('agent-pool', { declared, absent }, planning);
    if (declared.length + undeclared.length === 0) return [];
    const live = await poolsOf(planning);
    const steps = await Promise.all(
      site.agentPools.map(async (each) => {
        const thing: Thing = { kind: 'agent-pool', organization, workspace: null, name: each.value.name };
        const step = (await comparison(each, thing, planning))(live);
        const found = live.find(({ attributes }) => attributes.name === thing.name);
        if (found) planning.exists(thing, found.id, []);
        return step ?? [];
      }),
    );
    const deletions = await Promise.all(
      undeclared.map((each) =>
        deletion(
          each,
          live,
          {
            phase: phases.deletedAgentPools,
            read: () => poolsOf(planning),
            idsOf: (now) => now.filter(({ attributes }) => attributes.name === each.thing.name).map((pool) => pool.id),
            remove: (id) => planning.service.call(agentPoolRecords.remove, { id }),
          },
          planning,
        ),
      ),
    );
    return [...steps.flat(), ...pruned(deletions.flat(), planning)];
  },

  async export(reading: Reading): Promise<ExportedPart> {
    const { names, nameOf } = await reading.lookups.workspaces();
    const pools = (await poolsOf(reading)).toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
    const omitted: string[] = [];
    const entries = pools.flatMap((pool) => {
      const ids = Object.fromEntries(lists.map((name) => [name, relatedIds(pool, name) ?? []]));
      const {
        'allowed-workspaces': allowed = [],
        'excluded-workspaces': excluded = [],
        'allowed-projects': projects = [],
      } = ids;
      const unknown = [...allowed, ...excluded].filter((id) => nameOf(id) === undefined);
      const named = (some: string[]) => names.filter((name) => some.some((id) => nameOf(id) === name)).sort();
      const value = defined({
        name: pool.attributes.name,
        'organization-scoped': pool.attributes['organization-scoped'] ?? undefined,
        'allowed-workspaces': allowed.length > 0 ? named(allowed) : undefined,
        'excluded-workspaces': excluded.length > 0 ? named(excluded) : undefined,
        'allowed-projects': projects.length > 0 ? projects.toSorted() : undefined,
      });
      const valid = agentPoolEntry.safeParse(value);
      if (!valid.success) {
        omitted.push(
          `agent pool ${pool.attributes.name ?? pool.id}: its ${valid.error.issues[0]?.path.join('.')} is not in the documented form`,
        );
        return [];
      }
      return { value, comments: unknown.map((id) => `workspace ${id} is not visible with this token`) };
    });
    return { entries, omitted };
  },
};

const text = ({ attributes, id }: AgentPool) => attributes.name ?? id;

function poolsOf({ organization, service }: Reading): Promise<AgentPool[]> {
  return all(service.list(agentPools.list, { organization_name: organization }));
}

/** Compares a declared pool with the live ones. */
async function comparison({ at, value }: Declared<AgentPoolEntry>, thing: Thing, planning: Planning) {
  const { lookups, organization, service } = planning;
  const namesWorkspaces = value['allowed-workspaces'] !== undefined || value['excluded-workspaces'] !== undefined;
  const directory = namesWorkspaces ? await lookups.workspaces() : undefined;
  for (const name of [...(value['allowed-workspaces'] ?? []), ...(value['excluded-workspaces'] ?? [])]) {
    if (directory?.idOf(name) === undefined)
      planning.mistake(at, `no workspace "${name}" in ${organization}, or you have no access to it.`);
  }
  const idsOf = (name: (typeof lists)[number]) =>
    name === 'allowed-projects' ? value[name] : value[name]?.map((each) => directory?.idOf(each) ?? each);
  const related = (attribute: string) => {
    const type = attribute.endsWith('projects') ? 'projects' : 'workspaces';
    return { data: (idsOf(attribute as (typeof lists)[number]) ?? []).map((id) => ({ type, id })) };
  };

  /** The request for these attributes. */
  const dataFor = (changed: readonly string[]) => {
    const attributes = Object.fromEntries(
      Object.entries(value).filter(([name]) => changed.includes(name) && !isList(name)),
    );
    const relationships = Object.fromEntries(changed.filter(isList).map((name) => [name, related(name)]));
    const given = Object.keys(relationships).length > 0 ? { relationships } : {};
    return { data: { type: 'agent-pools' as const, attributes, ...given } as never };
  };

  const compare = (live: readonly AgentPool[]): Step | undefined => {
    const found = live.find(({ attributes }) => attributes.name === value.name);
    const again = async () => compare(await poolsOf(planning));
    const shared = { phase: phases.agentPools, again };
    if (found === undefined) {
      const send = async () => {
        const body = dataFor(Object.keys(defined(value)));
        return { id: (await service.call(agentPools.create, { organization_name: organization, body })).data.id };
      };
      return stepOf(thing, { ...shared, action: 'create', changes: initial(value), send });
    }
    const nameOf = (id: string) => directory?.nameOf(id) ?? id;
    const named = Object.fromEntries(lists.map((name) => [name, relatedIds(found, name)?.map(nameOf) ?? []]));
    const changes = differences(value, { ...found.attributes, ...named });
    if (changes.length === 0) return undefined;
    const body = dataFor(changes.map(({ attribute }) => attribute));
    const send = () => service.call(agentPoolRecords.update, { id: found.id, body }).then(() => ({ id: found.id }));
    return stepOf(thing, { ...shared, action: 'update', changes, id: found.id, send });
  };
  return compare;
}

const isList = (name: string) => (lists as readonly string[]).includes(name);
