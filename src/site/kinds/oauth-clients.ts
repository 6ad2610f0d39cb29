import { RejectedError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { agentPools } from '../../contract/platform/agent-pools.ts';
import { affectedWorkspacesQuery, oauthClients } from '../../contract/platform/oauth-clients.ts';
import { relatedId } from '../../contract/relationships.ts';
import { defined, phases, type Step, type Thing } from '../change.ts';
import { deletion, pruned, undeclaredThings } from '../deletion.ts';
import type { ExportedEntry, ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import { oauthClientEntry } from '../schema.ts';
import { dueSecrets } from '../secret-uses.ts';
import { all } from '../service.ts';
import { identityOfClient, type Site } from '../site.ts';
import { attributesOf, clientComparison, isUpdatable, matching, readClients } from './oauth-client-compare.ts';

/** The OAuth clients of an organization, by name, or by provider and URL. */
export const oauthClientKind: Kind = {
  name: 'oauth-clients',
  edition: 'both',
  writer: 'organization-owner',
  ofOrganization: true,
  declaredAt: ({ absent, oauthClients: declared }) => (declared[0] ?? absent.oauthClients[0])?.at,

  async plan(site: Site, planning: Planning): Promise<Step[]> {
    const { organization } = planning;
    const declared = site.oauthClients.map(({ value }) => identityOfClient(value));
    const absent = site.absent.oauthClients.map(({ value }) => identityOfClient(value));
    const undeclared = undeclaredThings('oauth-client', { declared, absent }, planning);
    if (declared.length + undeclared.length === 0) return [];
    const live = await readClients(
      planning,
      site.oauthClients.some(({ value }) => value['agent-pool'] !== undefined),
    );
    const steps = site.oauthClients.flatMap((each): Step[] => {
      const name = identityOfClient(each.value);
      const thing: Thing = { kind: 'oauth-client', organization, workspace: null, name };
      const { compare, uses } = clientComparison(each, thing, planning);
      const step = compare(live);
      const [found] = matching(each.value, live.clients);
      if (found === undefined && each.value['oauth-token-string'] === undefined) {
        planning.mistake(
          each.at,
          `OAuth client ${thing.name} does not exist, and oauth-token-string is required to create it.`,
        );
      }
      requirePool(
        each.value['agent-pool'],
        each.at,
        site,
        live.pools.map(({ attributes }) => attributes.name),
        planning,
      );
      if (found && !step?.conflict) {
        for (const { attribute } of dueSecrets(uses, thing, found.id, planning).due) {
          if (isUpdatable(attribute)) continue;
          planning.warn(
            each.at,
            `the ${attribute} of an existing OAuth client cannot change; delete the client and apply again.`,
          );
        }
        const updatable = uses.filter(({ attribute }) => isUpdatable(attribute));
        planning.exists(thing, found.id, updatable);
      }
      return step === undefined ? [] : [step];
    });
    const deletions = await Promise.all(
      undeclared.map((each) =>
        deletion(
          each,
          live,
          {
            phase: phases.deletedOauthClients,
            read: () => readClients(planning, false),
            idsOf: ({ clients }) =>
              clients.filter(({ attributes }) => identityOfClient(attributes) === each.thing.name).map(({ id }) => id),
            remove: (id) => planning.service.call(oauthClients.remove, { id }),
            warnings: (id) => cutLinks(id, planning),
          },
          planning,
        ),
      ),
    );
    return [...steps, ...pruned(deletions.flat(), planning)];
  },

  async export(reading: Reading): Promise<ExportedPart> {
    const { clients } = await readClients(reading, false);
    const hasPool = clients.some((client) => relatedId(client, 'agent-pool'));
    const pools = hasPool
      ? await all(reading.service.list(agentPools.list, { organization_name: reading.organization }))
      : [];
    const identities = clients.map(({ attributes }) => identityOfClient(attributes));
    const omitted: string[] = [];
    const entries = clients.flatMap((client, index): ExportedEntry[] => {
      const identity = identities[index]!;
      const isDouble = identities.filter((each) => each === identity).length > 1;
      const live = attributesOf(client, pools);
      const value = defined({
        id: isDouble ? client.id : undefined,
        name: client.attributes.name ?? undefined,
        'service-provider': live['service-provider'],
        'http-url': live['http-url'],
        'api-url': live['api-url'],
        'organization-scoped': live['organization-scoped'],
        key: live.key ?? undefined,
        'agent-pool': live['agent-pool'] ?? undefined,
        projects: (live.projects as string[]).length > 0 ? (live.projects as string[]).toSorted() : undefined,
      });
      const valid = oauthClientEntry.safeParse({
        ...value,
        'private-key': { env: 'X' },
        'oauth-token-string': { env: 'X' },
      });
      if (!valid.success) {
        omitted.push(
          `OAuth client ${identity} (${client.id}): its ${valid.error.issues[0]?.path.join('.')} is not in the documented form`,
        );
        return [];
      }
      const comments = isDouble ? [`Several OAuth clients are ${identity}, so each has its id.`] : [];
      return [{ value, comments: [...comments, ...secretComments(client.attributes['service-provider'])] }];
    });
    return { entries: entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)), omitted };
  },
};

const keyOf = ({ value }: ExportedEntry) =>
  `${identityOfClient(value)} ${'id' in value ? value.id : ''} ${JSON.stringify(value)}`;

function secretComments(provider: unknown): string[] {
  const names = provider === 'ado_server' ? 'oauth-token-string and private-key' : 'oauth-token-string';
  return [`Secrets are not readable. Creating this client requires ${names}.`];
}

/** The warning about repository links that a deletion cuts. */
async function cutLinks(id: string, { service }: Planning): Promise<string[]> {
  const reply = await service
    .call(oauthClients.show, { id, query: { [affectedWorkspacesQuery]: true } })
    .catch((error: unknown) => {
      if (error instanceof RejectedError) return undefined;
      throw error;
    });
  const count = reply?.data.attributes['affected-workspaces-count'];
  if (count === 0) return [];
  const who = typeof count === 'number' ? counted(count, 'workspace') : 'The workspaces that use it';
  return [`${who} will lose the repository link and must be linked again by hand.`];
}

/** A pool must exist, or be declared too. */
function requirePool(
  name: string | null | undefined,
  at: string,
  site: Site,
  live: readonly (string | null | undefined)[],
  { mistake, organization }: Planning,
): void {
  if (!name || live.includes(name) || site.agentPools.some(({ value }) => value.name === name)) return;
  mistake(at, `no agent pool "${name}" in ${organization}, and none is declared.`);
}
