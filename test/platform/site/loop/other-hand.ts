import type { World } from '../../../../src/sandbox/world.ts';
import { namesOf, people, triggers } from './documents.ts';
import type { Random } from './random.ts';

const time = '2020-01-01T00:00:00.000Z';

/** The other users of the same site: people and programs, which create, delete, rename and change anything. */
export class OtherHand {
  #count = 0;

  constructor(
    readonly world: World,
    readonly documents: readonly string[],
    readonly random: Random,
  ) {}

  /** Makes one change. Returns its description, for the story of a round. */
  act(): string {
    this.#count += 1;
    const { random } = this;
    return random.pick([
      ...Array.from({ length: 6 }, () => () => this.#notification()),
      ...Array.from({ length: 2 }, () => () => this.#pool()),
      ...Array.from({ length: 2 }, () => () => this.#client()),
      ...Array.from({ length: 2 }, () => () => this.#member()),
    ])();
  }

  /** Uses one of these things for something else; undefined without any. */
  takeOver(ids: ReadonlyMap<string, string>): string | undefined {
    const { agentPools, notifications, oauthClients } = this.world;
    const found = [...agentPools, ...notifications, ...oauthClients].filter(({ id }) => ids.has(id));
    if (found.length === 0) return undefined;
    this.#count += 1;
    const row = this.random.pick(found);
    const address = `https://theirs-${this.#count}.example.com/`;
    if ('organizationScoped' in row && 'allowedWorkspaces' in row) row.organizationScoped = !row.organizationScoped;
    else if ('apiUrl' in row) row.apiUrl = address;
    else if ('triggers' in row && row.destinationType === 'email') row.triggers = this.random.some(triggers);
    else if ('url' in row) row.url = address;
    return `takes over ${row.name} (${row.id})`;
  }

  #name(some: readonly string[]): string {
    return this.random.chance(0.6) ? this.random.pick(some) : `theirs-${this.#count}`;
  }

  #notification(): string {
    const { random, world } = this;
    const names = this.documents.flatMap((name) => [...namesOf(name), `${name}-old`]);
    const row = world.notifications.length > 0 ? random.pick(world.notifications) : undefined;
    const act = random.pick(['create', 'delete', 'rename', 'url', 'url', 'triggers']);
    if (act === 'create' || row === undefined) {
      const made = this.#newNotification(this.#name(names));
      world.notifications.push(made);
      return `creates ${made.name} (${made.id}) in ${made.workspace}`;
    }
    if (act === 'delete') world.notifications = world.notifications.filter((each) => each !== row);
    else if (act === 'rename') row.name = this.#name(names);
    else if (act === 'url' && row.destinationType !== 'email') row.url = `https://theirs-${this.#count}.example.com/`;
    else row.triggers = random.some(triggers);
    return `${act}s ${row.name} (${row.id})`;
  }

  #newNotification(name: string): World['notifications'][number] {
    const { random, world } = this;
    const { id: workspace } = random.pick(world.workspaces.filter(({ organization }) => organization === 'acme'));
    return {
      ...{
        id: `nc-${this.#id()}`,
        workspace,
        name,
        enabled: false,
        destinationType: random.pick(['generic', 'slack']),
      },
      ...{ url: 'https://their.example.com/', token: null, triggers: [], users: [], deliveryResponses: [] },
      ...{ createdAt: time, updatedAt: time },
    };
  }

  #pool(): string {
    const { documents, random, world } = this;
    const name = this.#name(documents.map((each) => `${each}-pool`));
    const row = world.agentPools.length > 0 ? random.pick(world.agentPools) : undefined;
    const act = random.pick(['create', 'delete', 'rename', 'change']);
    const isFree = world.agentPools.every((each) => each.name !== name);
    if (act === 'create' || row === undefined) {
      const whose = { organization: 'acme', allowedWorkspaces: [], allowedProjects: [], excludedWorkspaces: [] };
      if (isFree)
        world.agentPools.push({ id: `apool-${this.#id()}`, name, ...whose, organizationScoped: true, createdAt: time });
    } else if (act === 'delete') {
      world.agentPools = world.agentPools.filter((each) => each !== row);
      for (const client of world.oauthClients) if (client.agentPool === row.id) client.agentPool = null;
    } else if (act === 'rename' && isFree) row.name = name;
    else row.organizationScoped = !row.organizationScoped;
    return `${act}s pool ${row?.name ?? name}`;
  }

  #client(): string {
    const { documents, random, world } = this;
    const name = this.#name(documents.map((each) => `${each}-client`));
    const own = world.oauthClients.filter((each) => each.name !== null);
    const row = own.length > 0 ? random.pick(own) : undefined;
    const act = random.pick(['create', 'delete', 'rename', 'change', 'change']);
    if (act === 'create' || row === undefined) {
      world.oauthClients.push({
        ...{ id: `oc-${this.#id()}`, uuid: this.#id(), organization: 'acme', serviceProvider: 'github', name },
        ...{ httpUrl: 'https://github.com', apiUrl: 'https://api.github.com', key: null, tokens: [] },
        ...{ organizationScoped: true, agentPool: null, projects: [], createdAt: time, updatedAt: null },
      });
    } else if (act === 'delete') world.oauthClients = world.oauthClients.filter((each) => each !== row);
    else if (act === 'rename') row.name = name;
    else row.apiUrl = `https://theirs-${this.#count}.example.com/`;
    return `${act}s client ${row?.name ?? name} (${row?.id})`;
  }

  #member(): string {
    const { random, world } = this;
    const team = random.pick(world.teams.filter(({ name }) => name === 'platform' || name === 'network'));
    const person = random.pick(people);
    const { id } = world.users.find(({ username }) => username === person)!;
    const isIn = team.users.includes(id);
    team.users = isIn ? team.users.filter((each) => each !== id) : [...team.users, id];
    return `${isIn ? 'removes' : 'adds'} ${person} ${isIn ? 'from' : 'to'} ${team.name}`;
  }

  #id = () => String(this.#count).padStart(16, '0');
}
