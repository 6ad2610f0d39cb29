import { test } from 'vitest';
import { machineAt, sandboxWithState } from '../support/svc.ts';

/** A sandbox with a limit of 30 requests a second and 30 workspaces, and the statuses of its responses. */
async function limited() {
  const statuses: number[] = [];
  const onRequest = ({ status }: { status: number }) => void statuses.push(status);
  const service = await sandboxWithState({ rateLimit: 30, onRequest });
  const { world } = service.state;
  const [pattern] = world.workspaces;
  world.workspaces = Array.from({ length: 30 }, (_, index) => {
    const name = `web-${10 + index}`;
    return { ...pattern!, id: `ws-00000000000${name}`, name, vcs: null };
  });
  const me = await machineAt(service, 'owner');
  me.env.SVC_RETRIES = undefined;
  const rejections = () => statuses.filter((status) => status === 429).length;
  return { ...me, rejections, statuses, world };
}

// spec: R-91
test('the reads and writes of a command in many workspaces stay within the rate limit', {
  concurrent: true,
}, async ({ expect }) => {
  const { rejections, statuses, svc, world } = await limited();
  const create = 'notification create --name CI --destination-type slack --url https://chat.example.com/svc';
  const made = await svc(`${create} --all-workspaces --if-not-exists --jobs 12`);
  expect([made.code, world.notifications.length]).toEqual([0, 30]);
  expect(statuses.length).toBeGreaterThan(60);
  expect(rejections()).toBeLessThanOrEqual(1);
});
