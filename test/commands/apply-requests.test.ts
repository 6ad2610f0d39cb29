import { describe, expect, test } from 'vitest';
import { notification, siteMachine } from './site-files.ts';

const apply = 'apply -f site.yaml --yes --record site.record.json';
const one = (name: string, rest = '') => notification(name, rest).replace('network-*', 'network-production');

describe('the requests of an apply', () => {
  const three = (place: string) => ['one', 'two', 'three'].map((name) => notification(name, place)).join('');

  test('apply sends the requests of the plan and one for each change, and reads each workspace before its first write and after its last creation', async () => {
    const { requests, svc, write } = await siteMachine();
    await write(`notifications:\n${three('')}`);
    await svc('diff -f site.yaml');
    const plan = requests.splice(0).length;
    expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'Applied 6 of 6 changes.\n' });
    expect(requests.splice(0)).toHaveLength(plan + 6 + 2 + 2);
    await write(`notifications:\n${three('').replaceAll('chat.', 'talk.')}`);
    expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'Applied 6 of 6 changes.\n' });
    expect(requests.splice(0)).toHaveLength(plan + 6 + 2);
    expect(await svc(apply)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
  });

  test('apply continues after a write without a reply, reads the resource again and reports as failed only what was not written', async () => {
    const { service, svc, world, write } = await siteMachine();
    await write(`notifications:\n${one('one')}${one('two')}${one('three')}`);
    service.fail({ method: 'POST', kind: 'cut' });
    const made = await svc(apply);
    expect(made).toMatchObject({ code: 0, stdout: 'Applied 3 of 3 changes.\n' });
    expect(made.stderr).toContain('Already done: create notification one in network-production.');
    await write(
      `notifications:\n${one('one', ', enabled: false')}${one('two')}${one('three')}`.replaceAll('chat.', 'talk.'),
    );
    service.fail({ method: 'PATCH', kind: 'reset' });
    const changed = await svc(apply);
    expect(changed).toMatchObject({ code: 6, stdout: 'Applied 2 of 3 changes.\n' });
    expect(changed.stderr).toContain('Looked up again: it is not as declared.');
    expect(changed.stderr).toContain('1 of 3 changes failed, 2 done.');
    expect(world.notifications.map(({ url }) => url?.slice(0, 13))).toEqual([
      'https://chat.',
      'https://talk.',
      'https://talk.',
    ]);
  });

  test('apply stops when the service no longer responds, and reports how many changes it did not try', async () => {
    const { service, svc, write } = await siteMachine();
    await write(`notifications:\n${one('one')}${one('two')}${one('three')}`);
    service.fail({ method: 'POST', kind: 'reset', times: 1 });
    const onStderr = (text: string) => {
      if (text.includes('Plan: ')) service.fail({ method: 'GET', kind: 'reset', times: 100 });
    };
    expect(await svc(`${apply} --retries 0`, { onStderr })).toExit(6, '1 of 3 changes failed, 2 not tried.');
  });
});

describe('another apply at the same time', () => {
  /** Runs an apply whose service gets the same creation from another user at this time. */
  const racing = async (createdAt: string, differently: object = {}) => {
    const me = await siteMachine();
    await me.write(`notifications:\n${one('ci')}`);
    let isMade = false;
    const onStderr = (text: string) => {
      const [own] = me.world.notifications;
      if (!text.includes('Done: create') || own === undefined || isMade) return;
      isMade = true;
      me.world.notifications.push({ ...structuredClone(own), ...differently, id: 'nc-0123456789abcdef', createdAt });
    };
    const applied = await me.svc(apply, { onStderr });
    return { ...me, applied, ids: () => me.world.notifications.map(({ id }) => id) };
  };
  const [before, after] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];

  // trust: T-130
  test('apply deletes its own duplicate of a configuration that another apply created first, and does not record the other one', async () => {
    const { applied, ids, svc, write } = await racing(before);
    expect([applied.code, ids()]).toEqual([0, ['nc-0123456789abcdef']]);
    expect(applied.stderr).toMatch(/as nc-0123456789abcdef of another apply; the duplicate nc-\w+ was deleted\./);
    await write('teams: {}\n');
    expect(await svc(`${apply} --prune`)).toMatchObject({ code: 0, stdout: 'No changes.\n' });
    expect(ids()).toEqual(['nc-0123456789abcdef']);
  });

  // trust: T-130
  test.each([
    ['created the same afterwards', after, {}],
    ['created another of its name', before, { url: 'https://their.example.com' }],
  ] as const)('apply deletes nothing and reports a conflict if another apply %s', async (_, when, differently) => {
    const { applied, ids } = await racing(when, differently);
    expect([applied.code, ids()]).toEqual([8, [expect.any(String), 'nc-0123456789abcdef']]);
    expect(applied.stderr).toContain(`nc-0123456789abcdef has the same name as ${ids()[0]}, which this apply created.`);
  });

  test('two simultaneous applies with separate records create each configuration once or name the duplicates', async () => {
    const { svc, world, write } = await siteMachine();
    for (const round of [1, 2, 3, 4]) {
      await write(`notifications:\n${one(`r${round}`)}${one(`s${round}`)}`);
      const ends = await Promise.all(['a', 'b'].map((name) => svc(`apply site.yaml --yes --record ${name}.json`)));
      const names = world.notifications.map(({ name }) => name).filter((name) => name.endsWith(String(round)));
      expect(new Set(names)).toEqual(new Set([`r${round}`, `s${round}`]));
      // Two that the service created in the same millisecond may both stay.
      const worst = Math.max(...ends.map(({ code }) => code));
      expect([worst, names.length]).toEqual(worst === 0 ? [0, 2] : [8, expect.any(Number)]);
    }
  });
});
