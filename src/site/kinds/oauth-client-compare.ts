import { UsageError } from '../../base/errors.ts';
import { type AgentPool, agentPools } from '../../contract/platform/agent-pools.ts';
import { type OauthClient, oauthClients } from '../../contract/platform/oauth-clients.ts';
import { relatedId, relatedIds } from '../../contract/relationships.ts';
import {
  defined,
  differences,
  initial,
  phases,
  type SecretUse,
  type SecretValues,
  type Step,
  secretChanges,
  stepOf,
  type Thing,
} from '../change.ts';
import { conflictOf } from '../conflict.ts';
import type { Planning, Reading } from '../kind.ts';
import type { OauthClientEntry } from '../schema.ts';
import { declaredSecrets, dueSecrets } from '../secret-uses.ts';
import { all } from '../service.ts';
import { type Declared, identityOfClient } from '../site.ts';

/** The clients of an organization, and its pools if a comparison needs their names. */
export interface LiveClients {
  clients: OauthClient[];
  pools: AgentPool[];
}

export async function readClients({ organization, service }: Reading, withPools: boolean): Promise<LiveClients> {
  const [clients, pools] = await Promise.all([
    all(service.list(oauthClients.list, { organization_name: organization })),
    withPools ? all(service.list(agentPools.list, { organization_name: organization })) : [],
  ]);
  return { clients, pools };
}

/** The attributes of a live client as a document has them. */
export function attributesOf(client: OauthClient, pools: readonly AgentPool[]): Record<string, unknown> {
  const poolId = relatedId(client, 'agent-pool');
  const pool = pools.find(({ id }) => id === poolId);
  return {
    ...client.attributes,
    'agent-pool': pool?.attributes.name ?? poolId ?? null,
    projects: relatedIds(client, 'projects') ?? [],
  };
}

const secretNames = ['oauth-token-string', 'private-key', 'secret'] as const;
/** Whether only an update accepts an attribute (docs/protocol/oauth-clients.md#update). */
export const isUpdatable = (name: string) => name === 'key' || name === 'secret';

/** Compares a declared client with the live ones. */
export function clientComparison(declared: Declared<OauthClientEntry>, thing: Thing, planning: Planning) {
  const { at, value } = declared;
  const { organization, service } = planning;
  const { id: _, 'oauth-token-string': token, 'private-key': privateKey, secret, ...attributes } = value;
  const uses = declaredSecrets(declared, secretNames);
  const withPools = value['agent-pool'] !== undefined;

  /** The request for these attributes. The pool may have been created by an earlier step. */
  async function dataFor(names: readonly string[], secrets: SecretValues) {
    const { 'agent-pool': pool, projects, ...plain } = attributes;
    const poolId = names.includes('agent-pool') ? await poolNamed(pool ?? null, planning, at) : undefined;
    const relationships = defined({
      'agent-pool': poolId === undefined ? undefined : { data: poolId && { type: 'agent-pools' as const, id: poolId } },
      projects: names.includes('projects')
        ? { data: (projects ?? []).map((id) => ({ type: 'projects', id })) }
        : undefined,
    });
    const given = Object.fromEntries(
      [...Object.entries(plain), ...Object.entries(secrets)].filter(([name]) => names.includes(name)),
    );
    const others = Object.keys(relationships).length > 0 ? { relationships } : {};
    return { data: { type: 'oauth-clients' as const, attributes: given, ...others } as never };
  }

  const compare = ({ clients, pools }: LiveClients): Step | undefined => {
    const found = matching(value, clients);
    if (found.length > 1)
      return conflictOf(
        thing,
        found.map(({ id }) => id),
      );
    const [live] = found;
    const again = async () => compare(await readClients(planning, withPools));
    const shared = { phase: phases.oauthClients, again };
    if (live === undefined) {
      const names = Object.keys(defined(value));
      const send = async (secrets: SecretValues, created: (id: string, sent: readonly SecretUse[]) => void) => {
        const body = await dataFor(
          names.filter((name) => !isUpdatable(name)),
          secrets,
        );
        const { id } = (await service.call(oauthClients.create, { organization_name: organization, body })).data;
        created(
          id,
          uses.filter(({ attribute }) => !isUpdatable(attribute)),
        );
        const later = names.filter(isUpdatable);
        if (later.length > 0) await service.call(oauthClients.update, { id, body: await dataFor(later, secrets) });
        return { id };
      };
      const changes = [...initial(attributes), ...secretChanges(uses)];
      return stepOf(thing, { ...shared, action: 'create', changes, secrets: uses, send });
    }
    const { due, sent } = dueSecrets(uses, thing, live.id, planning);
    const secrets = due.filter(({ attribute }) => isUpdatable(attribute));
    const different = differences(attributes, attributesOf(live, pools));
    if (different.length + secrets.length === 0) return undefined;
    const changes = [...different, ...secretChanges(secrets, sent)];
    const names = changes.map(({ attribute }) => attribute);
    const send = async (values: SecretValues) => {
      const body = await dataFor(names, values);
      await service.call(oauthClients.update, { id: live.id, body });
      return { id: live.id };
    };
    const warnings = different.length > 0 ? ['Workspaces that use it may lose the repository link.'] : [];
    return stepOf(thing, { ...shared, action: 'update', changes, warnings, id: live.id, secrets, send });
  };
  return { compare, uses, withPools };
}

/** The live clients that an entry is about: the one with its id, else those of its identity. */
export function matching(
  value: { id?: string | undefined } & Parameters<typeof identityOfClient>[0],
  clients: readonly OauthClient[],
): OauthClient[] {
  const own = value.id === undefined ? [] : clients.filter(({ id }) => id === value.id);
  return own.length > 0
    ? own
    : clients.filter(({ attributes }) => identityOfClient(attributes) === identityOfClient(value));
}

async function poolNamed(name: string | null, planning: Planning, at: string): Promise<string | null> {
  if (name === null) return null;
  const { pools } = await readClients(planning, true);
  const found = pools.find(({ attributes }) => attributes.name === name);
  if (found) return found.id;
  throw new UsageError(`${at}: no agent pool "${name}" in ${planning.organization}.`);
}
