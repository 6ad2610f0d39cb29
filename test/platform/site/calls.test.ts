import { expect, test } from 'vitest';
import { callText } from '../../../src/cli/facts.ts';
import { applyCalls, exportCalls, planCalls } from '../../../src/platform/site/calls.ts';
import { siteMachine } from '../../commands/site-files.ts';

const site = `  banner: { title: Ours, body: B, style: info, audience: all_users }
agent-pools: [{ name: builders, organization-scoped: false, allowed-workspaces: [network-production] }]
oauth-clients:
  - { name: ours, service-provider: github, http-url: "https://github.com", api-url: "https://api.github.com", oauth-token-string: { env: SECRET } }
teams: { platform: { users: [nell], memberships: [ivo@acme.example], exact: true } }
notifications: [{ name: mail, workspaces: [network-production], destination-type: email, users: [nell] }]
`;
const changed = site
  .replace('body: B', 'body: C')
  .replace('production', 'staging')
  .replace('users: [nell] }]', 'users: [] }]');
const env = { SECRET: 'a-token-of-the-provider' };

/** Returns the requests of a command as lines of its help: each id is replaced by the name of its place. */
function asCalls(requests: readonly string[], calls: typeof applyCalls): string[] {
  const lines = requests.map((request) => {
    const [method, target = ''] = request.split(' ');
    const path = target.replace(/^\/api\/v2/, '').replace(/\?.*/, '');
    const found = calls.find((call) => call.method === method && patternOf(call.path).test(path));
    return found === undefined ? request : callText(found);
  });
  return [...new Set(lines)].sort();
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

test('the help of export, diff and apply lists exactly the requests that they send', async () => {
  const hosted = await siteMachine({ edition: 'hosted' }, 'owner');
  const own = await siteMachine();
  const requests = () => [...hosted.requests.splice(0), ...own.requests.splice(0)];
  const both = async (words: string) => {
    expect(await hosted.svc(words, { env })).toMatchObject({ code: 0 });
    expect(await own.svc(words, { env })).toMatchObject({ code: 0 });
  };
  await hosted.write('subscription: { rum-alert-threshold: 900 }\n');
  await own.write(`site:\n  customization: { footer: F }\n${site}`);
  await both('apply -f site.yaml --yes');
  const begun = requests();
  await both('export');
  expect(asCalls(requests(), applyCalls)).toEqual(exportCalls.map(callText).sort());
  await own.write(`site:\n${changed.replace('name: ours,', 'name: ours, key: k,')}`);
  await both('apply -f site.yaml --yes');
  await own.write('teams: {}\n');
  const applied = [...begun, ...requests()];
  await both('diff -f site.yaml --prune');
  const compared = requests();
  await both('apply -f site.yaml --prune-all --yes');
  const all = asCalls([...applied, ...compared, ...requests()], applyCalls);
  expect(all).toEqual(applyCalls.map(callText).sort());
  const read = asCalls([...applied, ...compared], planCalls).filter((line) => line.startsWith('GET '));
  expect(read).toEqual(planCalls.map(callText).sort());
});
