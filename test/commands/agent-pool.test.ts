import { describe, expect, test } from 'vitest';
import { type Caller, watchedMachine } from '../support/svc.ts';

const acme = async (caller: Caller = 'owner') => {
  let at = Date.parse('2026-03-01T12:00:00Z');
  const now = () => {
    at += 1000;
    return new Date(at);
  };
  const me = await watchedMachine(caller, { now });
  const make = async (...words: string[]) => {
    const { code, stdout, stderr } = await me.svc(['agent-pool', 'create', '--json', '--name', ...words]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  const names = async (...words: string[]) => {
    const { code, stdout, stderr } = await me.svc(['agent-pool', 'list', '--columns', 'name', ...words]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return stdout.split('\n').filter(Boolean);
  };
  return { ...me, make, names };
};

const closedTo = (workspace: string) =>
  `--set organization-scoped:=false --set relationships.allowed-workspaces=${workspace}`.split(' ');

describe('agent-pool create', () => {
  test('agent-pool create creates a pool and prints its id', async () => {
    const { svc, names } = await acme();
    const { code, stdout, stderr } = await svc('agent-pool create --name production --json');
    const { id, attributes } = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Created agent pool ${id}.\n` });
    expect(attributes).toMatchObject({ name: 'production', 'organization-scoped': true });
    expect(await names()).toEqual(['production']);
  });

  test('agent-pool create sends attributes and relationships by --set, and gives an allowed workspace its type', async () => {
    const { make, service } = await acme();
    const { id } = service.info.workspaces[0]!;
    const made = await make('own', ...closedTo(id));
    expect(made.attributes['organization-scoped']).toBe(false);
    expect(made.relationships['allowed-workspaces'].data).toEqual([{ id, type: 'workspaces' }]);
  });

  test('agent-pool create sends a name that the service may reject with a warning, and prints the error of the service', async () => {
    const { svc, requests } = await acme();
    expect(await svc(['agent-pool', 'create', '--name', 'my pool'])).toExit(
      5,
      'Warning: --name may have letters, digits, hyphens and underscores only, sent',
      'Error: --name may have letters',
    );
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'POST']);
  });

  test('agent-pool create without a terminal names the flag for a missing name or organization', async () => {
    const { svc, requests } = await acme();
    const env = { SVC_ORGANIZATION: undefined };
    expect(await svc('agent-pool create')).toExit(2, '--name');
    expect(await svc('agent-pool create --name x', { env })).toExit(2, '--organization');
    expect(requests).toEqual([]);
  });

  test.each([
    ['--organization-scoped', true],
    ['--no-organization-scoped', false],
  ])('agent-pool create saves the scope of %s', async (flag, expected) => {
    const { svc } = await acme();
    const { stdout } = await svc(['agent-pool', 'create', '--name', 'production', flag, '--json']);
    expect(JSON.parse(stdout).attributes).toMatchObject({ name: 'production', 'organization-scoped': expected });
  });
});

describe('agent-pool list', () => {
  test('agent-pool list sorts, searches and limits as requested', async () => {
    const { svc, make, names } = await acme();
    for (const name of ['beta', 'alpha', 'gamma']) await make(name);
    expect(await names()).toEqual(['beta', 'alpha', 'gamma']);
    expect(await names('--sort', 'name')).toEqual(['alpha', 'beta', 'gamma']);
    expect(await names('--sort', '-name')).toEqual(['gamma', 'beta', 'alpha']);
    expect(await names('--sort=-created-at')).toEqual(['gamma', 'alpha', 'beta']);
    expect(await names('--query', 'LPH')).toEqual(['alpha']);
    const { stdout, stderr } = await svc('agent-pool list --limit 2 --columns name');
    expect(stdout).toBe('beta\nalpha\n');
    expect(stderr).toContain('2 of 3');
  });

  test('agent-pool list --allowed-workspace sends both spellings of the filter and lists only the pools of the workspace', async () => {
    const { make, names, requests, service } = await acme();
    const [first, second] = service.info.workspaces;
    await make('own', ...closedTo(first!.id));
    expect(await names('--allowed-workspace', first!.name)).toEqual(['own']);
    expect(await names('--allowed-workspace', second!.name)).toEqual([]);
    expect(requests.at(-1)).toContain(
      `?filter[allowed-workspaces][name]=${second!.name}&filter[allowed_workspaces][name]=${second!.name}&`,
    );
  });

  test.each([
    ['nmae', 'Did you mean "name"?'],
    ['-created_at', 'Did you mean "-created-at"?'],
    ['size', 'Known values: name, -name, created-at, -created-at\n'],
  ])('agent-pool list sends the unknown sort order %s with a warning', async (sort, words) => {
    const { svc, requests } = await acme();
    expect(await svc(['agent-pool', 'list', '--sort', sort])).toExit(
      0,
      `Warning: Unknown value "${sort}" for --sort, sent as is.`,
      words,
    );
    expect(requests[0]).toContain(`sort=${sort}&`);
  });

  test('agent-pool list reports an organization without pools on a terminal', async () => {
    const { svc } = await acme();
    expect(await svc('agent-pool list', { tty: true })).toMatchObject({ stderr: 'No agent pools in acme.\n' });
    expect(await svc('agent-pool list --query x', { tty: true })).toMatchObject({
      stderr: 'No matching agent pools in acme.\n',
    });
  });
});
