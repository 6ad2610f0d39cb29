import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { linesOf } from '../support/output.ts';
import { machineAt, sandboxWithState } from '../support/svc.ts';

const chat = ['--name', 'CI', '--destination-type', 'slack', '--url', 'https://chat.example.com/svc'];
const create = ['notification', 'create', ...chat];
const generic = ['notification', 'create', '--name', 'CI', '--destination-type', 'generic', '--url'];

/** A sandbox with five workspaces (network-production, network-staging, web-0, web-1, web-2), and the requests it got. */
async function crowd() {
  const requests: string[] = [];
  const onRequest = ({ method, status, target }: { method: string; status: number; target: string }) =>
    void requests.push(`${method} ${status} ${target.replace(/^\/api\/v2/, '')}`);
  const service = await sandboxWithState({ onRequest });
  const { world } = service.state;
  for (const name of ['web-0', 'web-1', 'web-2']) {
    world.workspaces.push({ ...world.workspaces[0]!, id: `ws-000000000000${name}`, name, vcs: null });
  }
  const me = await machineAt(service, 'owner');
  const nameOf = (id: string) => world.workspaces.find((each) => each.id === id)?.name;
  /** The names of the configurations of each workspace that has some. */
  const live = () => world.notifications.map(({ name, workspace }) => `${nameOf(workspace)}: ${name}`).sort();
  const file = (name: string) => join(me.cwd, name);
  const writes = () => requests.filter((each) => !each.startsWith('GET'));
  return { ...me, file, live, requests, service, world, writes };
}

const errorOf = (stderr: string) => JSON.parse(stderr.trim().split('\n').at(-1)!).error;

describe('the workspaces of a notification command', () => {
  test('a pattern, a name and an id select workspaces, and each gets one configuration, a message and a row', async () => {
    const { live, svc, world } = await crowd();
    const id = world.workspaces[0]!.id;
    const words = [...create, '-w', 'web-?', '-w', 'acme/network-staging', '-w', id, '-w', 'web-1'];
    const { code, stderr, stdout } = await svc([...words, '--columns', 'workspace,name']);
    expect([code, live().length]).toEqual([0, 5]);
    expect(stdout).toBe(`web-0\tCI\nweb-1\tCI\nweb-2\tCI\nnetwork-staging\tCI\n${id}\tCI\n`);
    const lines = linesOf(stderr);
    expect(lines.map((line) => line.replace(/nc-\w+/, 'ID')).sort()).toEqual(
      ['network-staging', 'web-0', 'web-1', 'web-2', id].map(
        (name) => `${name}: created ID. It is disabled. It has no triggers.`,
      ),
    );
  });

  test('--all-workspaces selects each workspace of the organization, and --workspaces-from the workspaces in a file or on stdin', async () => {
    const { file, live, svc } = await crowd();
    expect(await svc([...create, '--all-workspaces', '--jobs', '2'])).toMatchObject({ code: 0 });
    expect(live().length).toBe(5);
    writeFileSync(file('some.txt'), '# ours\nweb-0\n\nnetwork-*\n');
    const words = ['notification', 'list', '--columns', 'workspace', '--workspaces-from'];
    expect((await svc([...words, 'some.txt'])).stdout).toBe('web-0\nnetwork-production\nnetwork-staging\n');
    expect((await svc([...words, '-'], { stdin: 'web-2\n' })).stdout).toBe('web-2\n');
    const empty = await svc([...words, '-', '-o', 'json'], { stdin: '' });
    expect([empty.code, empty.stdout]).toEqual([0, '[]\n']);
  });

  test('the names of many workspaces are looked up in the list of the organization, without a request for each name', async () => {
    const { requests, svc } = await crowd();
    const names = ['web-0', 'web-1', 'web-2', 'network-staging', 'network-production', 'nope'];
    const { code, stderr } = await svc([...create, ...names.flatMap((name) => ['-w', name]), '--json']);
    expect([code, errorOf(stderr).errors[0].title]).toEqual([3, 'nope']);
    expect(requests.map((each) => each.split(' ')[0])).toEqual([
      'GET',
      ...Array(5).fill('GET'),
      ...Array(5).fill('POST'),
    ]);
  });

  test.each([
    ['create', create],
    ['list', ['notification', 'list']],
    ['verify', ['notification', 'verify', '--name', 'CI']],
    ['update', ['notification', 'update', '--name', 'CI', '--no-enabled']],
    ['delete', ['notification', 'delete', '--name', 'CI', '--yes']],
    ['audit', ['notification', 'audit']],
  ])('a workspace pattern without a match exits with 3 and sends nothing: %s', async (_, words) => {
    const { svc, writes } = await crowd();
    expect(await svc([...words, '-w', 'nope-*'])).toFail(3, 'No workspace of acme matches "nope-*".');
    expect(writes()).toEqual([]);
  });
});

describe('notification create in many workspaces', () => {
  test('--failed-to lists the workspaces that failed, and --workspaces-from retries them', async () => {
    const { file, live, service, svc, world } = await crowd();
    const failing = world.workspaces.find(({ name }) => name === 'web-1')!.id;
    service.fail({ method: 'POST', path: `/workspaces/${failing}/notification-configurations`, status: 422, times: 1 });
    const words = [...create, '-w', 'web-*', '-w', 'nope', '--failed-to', 'failed.txt'];
    const { code, stderr } = await svc([...words, '--json']);
    expect([code, live()]).toEqual([5, ['web-0: CI', 'web-2: CI']]);
    expect(errorOf(stderr)).toMatchObject({
      message: 'Failed to create the configuration in 2 of 4 workspaces.',
      errors: [{ title: 'web-1' }, { title: 'nope' }],
      hint: 'To try these workspaces again: --workspaces-from failed.txt',
    });
    expect(readFileSync(file('failed.txt'), 'utf8')).toBe('web-1\nnope\n');
    writeFileSync(file('failed.txt'), 'web-1\n');
    const again = [...create, '--workspaces-from', 'failed.txt', '--failed-to', 'failed.txt'];
    expect(await svc(again)).toMatchObject({ code: 0 });
    expect([live().length, readFileSync(file('failed.txt'), 'utf8')]).toEqual([3, '']);
  });

  // trust: T-199
  test.skipIf(process.platform === 'win32')(
    '--failed-to can write to a device or a pipe, also through a link',
    async () => {
      const { file, svc } = await crowd();
      symlinkSync('/dev/null', file('null'));
      execFileSync('mkfifo', [file('pipe')]);
      symlinkSync('pipe', file('link'));
      const failing = (name: string) => svc([...create, '-w', 'nope', '-w', 'none', '--failed-to', name]);
      expect(await failing('null')).toMatchObject({ code: 3 });
      expect([readlinkSync(file('null')), statSync(file('null')).isCharacterDevice()]).toEqual(['/dev/null', true]);
      for (const name of ['pipe', 'link']) {
        const opened = openSync(file('pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
        expect(await failing(name)).toMatchObject({ code: 3 });
        expect(readFileSync(opened, 'utf8')).toBe('nope\nnone\n');
        closeSync(opened);
        expect([lstatSync(file('pipe')).isFIFO(), readlinkSync(file('link'))]).toEqual([true, 'pipe']);
      }
      expect(await failing('pipe')).toExit(2, 'Cannot write pipe (ENXIO: it is a device, a pipe or a socket).');
    },
  );

  test('notification create stops if every further request would fail, and --failed-to also lists the workspaces that were not tried', async () => {
    const { file, service, svc, writes } = await crowd();
    const path = '/workspaces/:workspace_id/notification-configurations';
    service.fail({ method: 'POST', path, status: 500, times: 9 });
    const { code, stderr } = await svc([...create, '--all-workspaces', '--jobs', '1', '--failed-to', 'failed.txt']);
    expect([code, writes().length]).toEqual([7, 1]);
    expect(stderr).toContain('Failed to create the configuration in 1 of 5 workspaces; 4 more were not tried.');
    expect(readFileSync(file('failed.txt'), 'utf8').split('\n').length).toBe(6);
  });

  test('notification create does not prompt for a replacement if the service fails first, and prints a missing token once', async () => {
    const { file, service, svc, world } = await crowd();
    service.fail({ path: '/workspaces/:workspace_id/notification-configurations', status: 500, times: 9 });
    expect(await svc([...create, '-w', 'web-*', '--replace', '--failed-to', 'f', '--jobs', '1'])).toExit(
      7,
      'in 1 of 3 workspaces; 2 more were not tried.',
    );
    expect(readFileSync(file('f'), 'utf8')).toBe('web-0\nweb-1\nweb-2\n');
    const ids = world.workspaces.flatMap(({ id }) => ['-w', id]);
    const blind = await svc([...create, ...ids], { env: { SVC_TOKEN: undefined } });
    expect(blind).toExit(4, /^Error: No token for \S+\.\nHint: .+\n$/);
  });

  test('notification create names each id that was not found, without the plain "not found" of the service', async () => {
    const { svc } = await crowd();
    expect(await svc([...create, '-w', 'ws-one', '-w', 'ws-two'])).toExit(
      3,
      /^ {2}ws-one: No workspace ws-one, or you can't create .+\.\n {2}ws-two: .+ workspace\.$/m,
    );
  });

  test('notification create prints what it has created before Ctrl-C, and --failed-to lists the other workspaces', async () => {
    const { file, live, svc } = await crowd();
    const cancel = new AbortController();
    const { code, stdout } = await svc(
      [...create, '-w', 'web-*', '--jobs', '1', '--failed-to', 'f', '--columns', 'workspace'],
      {
        signal: cancel.signal,
        onStderr: (text) => text.includes('web-0: created') && cancel.abort(new CancelledError()),
      },
    );
    expect([code, stdout, live()]).toEqual([130, 'web-0\n', ['web-0: CI']]);
    expect(readFileSync(file('f'), 'utf8')).toBe('web-1\nweb-2\n');
  });

  test('notification create --if-not-exists in many workspaces keeps existing configurations, and creates the others', async () => {
    const { live, svc, writes } = await crowd();
    await svc([...create, '-w', 'web-1']);
    const { code, stderr } = await svc([...create, '-w', 'web-*', '--if-not-exists']);
    expect([code, live()]).toEqual([0, ['web-0: CI', 'web-1: CI', 'web-2: CI']]);
    expect(stderr).toMatch(/^web-1: nc-\w+ already exists\.$/m);
    expect(writes().length).toBe(3);
  });

  test('notification create --replace in many workspaces asks once, with the number and the names of the workspaces', async () => {
    const { live, svc, world, writes } = await crowd();
    await svc([...create, '-w', 'web-1', '-w', 'web-2']);
    const replace = [...generic, 'https://a.test/', '-w', 'web-*', '--replace'];
    expect(await svc(replace)).toExit(2, '--yes');
    const question = 'Replace notification configuration CI in 2 workspaces (web-1, web-2)?';
    const asked = await svc(replace, { tty: true, answers: [false] });
    expect([asked.code, asked.asked, writes().length]).toEqual([130, [question], 2]);
    expect(await svc([...replace, '--yes'])).toMatchObject({ code: 0 });
    expect(live()).toEqual(['web-0: CI', 'web-1: CI', 'web-2: CI']);
    expect(world.notifications).toMatchObject(Array(3).fill({ destinationType: 'generic' }));
  });

  test('notification create --generate-token in many workspaces stores one token for all configurations', async () => {
    const { svc, world } = await crowd();
    const { stderr } = await svc([...generic, 'https://a.test/', '-w', 'web-*', '--generate-token']);
    expect(stderr.match(/Stored their token/g)?.length).toBe(1);
    const tokens = new Set(world.notifications.map(({ token }) => token));
    expect([tokens.size, world.notifications.length]).toEqual([1, 3]);
    for (const { id } of world.notifications) {
      expect(await svc(['webhook', 'sign', '/dev/null', '--notification', id])).toMatchObject({ code: 0 });
    }
  });

  test('notification create --dry-run names the workspaces, shows each request, and warns about a workspace that does not exist', async () => {
    const { file, svc, writes } = await crowd();
    const words = [...create, '-w', 'web-*', '-w', 'nope', '--dry-run', '--failed-to', 'f', '--jq', '.method'];
    const { code, stderr, stdout } = await svc(words);
    expect([code, stdout, writes()]).toEqual([0, 'POST\nPOST\nPOST\n', []]);
    expect(stderr).toContain("Warning: nope: No workspace nope in acme, or you can't see it with this token.\n");
    expect(stderr).toContain('Workspaces: web-0, web-1, web-2\nDry run: nothing was sent.\n');
    expect(() => readFileSync(file('f'))).toThrow('ENOENT');
  });

  test.each(['-w web-*', '-w a -w b'])(
    'notification create %s cannot be used with --listen, and exits with 2',
    async (flags) => {
      const { requests, svc } = await crowd();
      expect(await svc(`notification create --name CI --listen ${flags}`)).toExit(2, '--listen');
      expect(requests).toEqual([]);
    },
  );
});

describe('the file of --failed-to from an earlier run', () => {
  const old = 'web-9\n';

  test.each([
    ['without a token', {}, ['-w', 'web-*', '-w', 'nope'], 'web-*\nnope\n', 4],
    ['without a service', { SVC_ADDRESS: 'http://127.0.0.1:1' }, ['--all-workspaces'], '*\n', 6],
    ['for a pattern without a match', undefined, ['-w', 'nope-*'], 'nope-*\n', 3],
    ['without a service, from a list', { SVC_ADDRESS: 'http://127.0.0.1:1' }, ['--workspaces-from', 'f'], old, 6],
  ])(
    '--failed-to lists the typed workspaces if a command fails before it knows their names: %s',
    async (_, broken, places, left, exit) => {
      const { file, svc, writes } = await crowd();
      const env = broken && { SVC_TOKEN: undefined, ...('SVC_ADDRESS' in broken ? { SVC_TOKEN: 'x' } : {}), ...broken };
      for (const words of [create, ['notification', 'list'], ['notification', 'verify', '--name', 'CI']]) {
        writeFileSync(file('f'), old);
        const { code } = await svc([...words, ...places, '--failed-to', 'f'], env ? { env } : {});
        expect([code, readFileSync(file('f'), 'utf8'), writes()]).toEqual([exit, left, []]);
      }
    },
  );

  test.each([
    ['-w web-* --all-workspaces', 'cannot be used with'],
    ['-w web-* --jobs none', '--jobs must be'],
    ['-w web-* --no-such-flag', 'no-such-flag'],
    ['--workspaces-from missing.txt', 'cannot read missing.txt'],
    ['', '--failed-to requires --workspace'],
  ])('--failed-to does not change its file if the command line is wrong: %s', async (flags, message) => {
    const { file, requests, svc } = await crowd();
    writeFileSync(file('f'), old);
    const words = `notification list ${flags} --failed-to f`.split(' ').filter((word) => word !== '');
    expect(await svc(words)).toExit(2, message);
    expect([readFileSync(file('f'), 'utf8'), requests]).toEqual([old, []]);
  });
});

describe('notification list of many workspaces', () => {
  test('notification list has the same columns for one workspace and for several, except that a table of one workspace omits the workspace', async () => {
    const { svc } = await crowd();
    await svc([...create, '-w', 'web-1']);
    for (const flags of [[], ['-o', 'tsv'], ['-o', 'csv'], ['--columns', 'workspace,name'], ['-o', 'json']]) {
      const [one, several] = await Promise.all(
        ['web-1', 'web-?'].map((word) => svc(['notification', 'list', '-w', word, ...flags])),
      );
      expect([one?.code, one?.stdout]).toEqual([0, several?.stdout]);
    }
    const { stdout } = await svc('notification list -w web-1 -o csv');
    expect(stdout).toMatch(
      /^workspace,id,name,enabled,destination-type,triggers,url,users,updated-at\nweb-1,nc-\w+,CI,/,
    );
    const table = async (word: string) =>
      (
        await svc(['notification', 'list', '-w', word, '-o', 'table', '--color', 'never'], { tty: true, columns: 200 })
      ).stdout
        .split('\n')[0]!
        .split(/ +/);
    expect(await table('web-?')).toEqual(['WORKSPACE', ...(await table('web-1'))]);
  });

  test('notification list of many workspaces names the workspace in each row, and prints at most --limit rows', async () => {
    const { svc } = await crowd();
    await svc([...create, '-w', 'web-*']);
    await svc([...create, '-w', 'web-1', '--name', 'Second']);
    const words = ['notification', 'list', '--all-workspaces', '--columns', 'workspace,name'];
    expect((await svc(words)).stdout).toBe('web-0\tCI\nweb-1\tCI\nweb-1\tSecond\nweb-2\tCI\n');
    const cut = await svc([...words, '--limit', '2']);
    expect([cut.stdout, cut.stderr]).toEqual(['web-0\tCI\nweb-1\tCI\n', 'Showing 2 of 4; show more with --limit N.\n']);
    expect(JSON.parse((await svc('notification list -w web-* -o json')).stdout)).toMatchObject(
      Array(4).fill({ type: 'notification-configurations' }),
    );
  });
});

describe('a configuration selected by its name', () => {
  test('notification verify --name skips workspaces without the configuration and exits with 8 for a failed verification', async () => {
    const { svc, world } = await crowd();
    const [good, bad] = [await startReceiver(), await startReceiver()];
    bad.answer = (response) => response.writeHead(500).end();
    await svc([...generic, good.url, '-w', 'web-0']);
    await svc([...generic, bad.url, '-w', 'web-1']);
    const words = 'notification verify --name CI -w web-* --failed-to f --columns workspace'.split(' ');
    const { code, stderr, stdout } = await svc(words);
    expect([code, stdout]).toEqual([8, 'web-0\n']);
    expect(stderr).toContain('web-2: none\n');
    expect(stderr).toContain('web-0: Its destination passed the verification with 200.\n');
    expect(stderr).toContain(
      'Failed to verify the configuration in 1 of 3 workspaces.\n  web-1: The destination did not',
    );
    world.notifications[1]!.url = good.url;
    expect((await svc('notification verify --name CI --workspaces-from f --columns workspace')).stdout).toBe('web-1\n');
  });

  test('notification update --name updates the configuration in each workspace, and --set name renames it', async () => {
    const { live, svc, world } = await crowd();
    await svc([...create, '-w', 'web-*']);
    const words = ['notification', 'update', '--name', 'CI', '-w', 'web-*', '--trigger', 'run:errored'];
    const { code, stderr } = await svc([...words, '--set', 'name=Chat']);
    expect([code, live()]).toEqual([0, ['web-0: Chat', 'web-1: Chat', 'web-2: Chat']]);
    expect(world.notifications.map(({ triggers }) => triggers)).toEqual(Array(3).fill(['run:errored']));
    expect(stderr).toMatch(/^web-2: updated nc-\w+\.$/m);
  });

  test('notification delete --name deletes the configuration in each workspace after one question', async () => {
    const { live, svc, writes } = await crowd();
    await svc([...create, '--all-workspaces']);
    const words = ['notification', 'delete', '--name', 'CI', '-w', 'web-*'];
    const before = writes().length;
    expect(await svc(words)).toMatchObject({ code: 2, stdout: '' });
    const question = 'Delete notification configuration CI in 3 workspaces (web-0, web-1, web-2)?';
    expect(await svc(words, { tty: true, answers: [false] })).toMatchObject({ code: 130, asked: [question] });
    expect(writes().length).toBe(before);
    const { code, stdout } = await svc([...words, '--yes', '-o', 'json']);
    expect([code, JSON.parse(stdout).map(({ workspace }: { workspace: string }) => workspace)]).toEqual([
      0,
      ['web-0', 'web-1', 'web-2'],
    ]);
    expect(live()).toEqual(['network-production: CI', 'network-staging: CI']);
    expect(await svc([...words, '--yes'])).toExit(
      3,
      'No configuration of the 3 workspaces (web-0, web-1, web-2) is named "CI".',
    );
  });

  test('--name exits with 8 if two configurations of a workspace have the name, and still changes the other workspaces', async () => {
    const { live, svc, world } = await crowd();
    await svc([...create, '-w', 'web-*']);
    await svc([...create, '-w', 'web-1']);
    const [one, other] = world.notifications.filter(({ workspace }) => workspace.endsWith('web-1')).map(({ id }) => id);
    const { code, stderr } = await svc('notification delete --name CI -w web-* --yes');
    expect([code, live()]).toEqual([8, ['web-1: CI', 'web-1: CI']]);
    expect(stderr).toContain(`web-1: Several configurations of web-1 are named "CI": ${one} and ${other}.`);
  });

  test('--name with one workspace prints the same as an id, and exits with 3 if no configuration has the name', async () => {
    const { live, svc } = await crowd();
    await svc([...create, '-w', 'web-0']);
    const { stdout } = await svc('notification update --name CI -w web-0 --trigger run:errored -o json');
    expect(JSON.parse(stdout)).toMatchObject({ attributes: { name: 'CI', triggers: ['run:errored'] } });
    expect(await svc('notification verify --name CI -w web-1')).toExit(3, 'No configuration of web-1 is named "CI".');
    expect(await svc('notification delete --name CI -w web-0 --yes -o json')).toMatchObject({ code: 0 });
    expect(live()).toEqual([]);
  });

  test('--name with --dry-run names the workspaces that have the configuration, and shows each request', async () => {
    const { svc, writes } = await crowd();
    await svc([...create, '-w', 'web-0', '-w', 'web-2']);
    for (const verb of ['verify', 'update', 'delete']) {
      const change = verb === 'update' ? ['--enabled'] : [];
      const words = ['notification', verb, '--name', 'CI', '-w', 'web-*', ...change, '--dry-run'];
      const { code, stderr, stdout } = await svc([...words, '--jq', '.method']);
      const method = { verify: 'POST', update: 'PATCH', delete: 'DELETE' }[verb];
      expect([code, stdout, writes().length]).toEqual([0, `${method}\n${method}\n`, 2]);
      expect(stderr).toContain('web-1: none\nWorkspaces: web-0, web-2\n');
    }
  });

  test.each([
    ['notification verify nc-1 --name CI', '--name cannot be used with an id.'],
    ['notification verify nc-1 -w web-0 --name CI', '--workspace cannot be used with an id.'],
    ['notification delete nc-1 --all-workspaces --name CI', '--all-workspaces cannot be used with an id.'],
    ['notification update nc-1 --workspaces-from x --enabled', '--workspaces-from cannot be used with an id.'],
    ['notification delete -w web-0 --yes', 'Missing required flag: --name'],
    ['notification delete --name CI --yes', 'Missing required flag: --workspace'],
    ['notification update -w web-0 --name CI', 'No changes given.'],
  ])('svc %s is a usage error', async (words, message) => {
    const { requests, svc } = await crowd();
    expect(await svc(words)).toFail(2, message);
    expect(requests).toEqual([]);
  });
});

describe('notification commands with several ids', () => {
  /** Two configurations that pass their verification, and one id that nothing has. */
  async function three() {
    const me = await crowd();
    const receiver = await startReceiver();
    const ids: string[] = [];
    for (const name of ['one', 'two']) {
      const words = [...generic, receiver.url, '--name', name, '-w', 'web-0', '--jq', '.id'];
      ids.push((await me.svc(words)).stdout.trim());
    }
    return { ...me, ids, receiver, wrong: 'nc-0000000000000000' };
  }

  test('notification delete with several ids asks once, and a failure does not stop the others', async () => {
    const { file, ids, live, svc, wrong } = await three();
    const words = ['notification', 'delete', ids[0]!, wrong, ids[1]!];
    const { asked, code } = await svc(words, { tty: true, answers: [false] });
    expect([code, asked, live().length]).toEqual([
      130,
      [`Delete notification configurations ${ids[0]}, ${wrong}, ${ids[1]}?`],
      2,
    ]);
    const done = await svc([...words, '--yes', '-o', 'json', '--failed-to', 'failed.txt']);
    expect([done.code, live(), JSON.parse(done.stdout)]).toEqual([3, [], ids.map((id) => ({ id, deleted: true }))]);
    expect(errorOf(done.stderr)).toMatchObject({
      message: 'Failed to delete 1 of 3 configurations.',
      errors: [{ title: wrong }],
      hint: 'To try these ids again: - < failed.txt',
    });
    expect(readFileSync(file('failed.txt'), 'utf8')).toBe(`${wrong}\n`);
    const again = await svc('notification delete - --yes', { stdin: `${wrong}\n` });
    expect(again).toExit(3, 'Failed to delete 1 of 1 configuration.');
  });

  test('notification verify with several ids prints the results in the order of the ids', async () => {
    const { ids, receiver, svc, wrong } = await three();
    const before = receiver.received.length;
    const { code, stdout } = await svc(['notification', 'verify', ids[1]!, ids[0]!, wrong, '-o', 'json']);
    expect([code, JSON.parse(stdout).map(({ id }: { id: string }) => id)]).toEqual([3, [ids[1], ids[0]]]);
    expect(receiver.received.length - before).toBe(2);
  });

  test('notification update with several ids changes each, and --failed-to lists the ids that failed', async () => {
    const { file, ids, svc, wrong } = await three();
    const words = ['notification', 'update', ids[1]!, wrong, ids[0]!, '--trigger', 'run:errored', '-o', 'json'];
    const { code, stderr, stdout } = await svc([...words, '--failed-to', 'failed.txt']);
    expect([code, JSON.parse(stdout).map(({ id }: { id: string }) => id)]).toEqual([3, [ids[1], ids[0]]]);
    const shown = async (jq: string) =>
      JSON.parse((await svc(['notification', 'list', '-w', 'web-0', '--jq', jq])).stdout);
    expect(await shown('[.[].attributes.triggers[]]')).toEqual(['run:errored', 'run:errored']);
    expect(errorOf(stderr).message).toBe('Failed to update 1 of 3 configurations.');
    expect(readFileSync(file('failed.txt'), 'utf8')).toBe(`${wrong}\n`);
    const off = await svc('notification update - --enabled', { stdin: `${ids[0]}\n` });
    expect([off.code, await shown('[.[].attributes.enabled]')]).toEqual([0, [true, false]]);
  });

  test('notification delete --dry-run shows a request for each id', async () => {
    const { ids, live, svc } = await three();
    const { code, stderr, stdout } = await svc(['notification', 'delete', ...ids, '--dry-run', '-o', 'ndjson']);
    expect(stderr).toContain(`Configurations: ${ids.join(', ')}\n`);
    expect([code, stdout.trim().split('\n').length, live().length]).toEqual([0, 2, 2]);
  });

  test.each([
    [['delete', '--failed-to', 'f'], '<id>'],
    [['delete', 'nc-1', 'nc-2', '-w', 'web-0'], '--workspace cannot be used with an id.'],
    [['delete', 'nc-1', 'nc-2', '--name', 'CI'], '--name cannot be used with an id.'],
    [['update', '--enabled', '--failed-to', 'f'], '<id>'],
    [['update', 'nc-1', 'nc-2', '--enabled', '-w', 'web-0'], '--workspace cannot be used with an id.'],
    [['update', 'nc-1', 'nc-2'], 'No changes given.'],
  ])('rejects a wrong combination of ids and flags: notification %j', async (words, message) => {
    const { requests, svc } = await crowd();
    expect(await svc(['notification', ...words])).toExit(2, message);
    expect(requests).toEqual([]);
  });
});
