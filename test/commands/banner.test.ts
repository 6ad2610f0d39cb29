import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localTime } from '../../src/cli/terminal/time.ts';
import { type Caller, machine, machineAt, sandbox, watchedMachine } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const noon = Date.parse('2026-01-15T12:00:00Z');

/** A sandbox and a machine that share a clock. */
const site = async (caller: Caller = 'site-admin', edition: 'self-hosted' | 'hosted' = 'self-hosted') => {
  let at = noon;
  const now = () => new Date(at);
  const { requests, service, ...me } = await watchedMachine(caller, { now, edition });
  const svc: typeof me.svc = (words, options) => me.svc(words, { now, ...options });
  const json = async (words: readonly string[]) => {
    const { code, stdout, stderr } = await svc([...words, '--json']);
    expect(stderr.startsWith('Error') ? stderr : code).toBe(0);
    return { value: JSON.parse(stdout), stderr };
  };
  const listed = async () =>
    (await json(['banner', 'list'])).value as { id: string; attributes: Record<string, unknown> }[];
  const advance = (ms: number) => {
    at += ms;
  };
  return { svc, json, listed, me, service, requests, advance };
};
const create = ['banner', 'create', '--title', 'Maintenance', '--body', 'Tonight'];
const minute = 60_000;
const hour = 60 * minute;

describe('the life of a banner', () => {
  test('banner delete deletes several banners after one question, and continues after a failure', async () => {
    const { svc, json, listed } = await site();
    const { value: made } = await json(create);
    const words = ['banner', 'delete', 'ab-0000000000000000', made.id];
    const { asked } = await svc(words, { tty: true, answers: [false] });
    expect(asked).toEqual([`Delete 2 banners: ab-0000000000000000, ${made.id}?`]);
    const { code, stdout } = await svc([...words, '--yes', '-o', 'json']);
    expect([code, JSON.parse(stdout), await listed()]).toEqual([3, [{ id: made.id, deleted: true }], []]);
    const { stderr } = await svc('banner delete - --yes', { stdin: 'ab-0000000000000000\n' });
    expect(stderr).toContain('Failed to delete 1 of 1 banner.');
  });

  test('a banner can be created, updated and deleted', async () => {
    const { svc, json, listed } = await site();
    expect(await listed()).toEqual([]);
    const { value: made, stderr } = await json(create);
    expect(stderr).toBe(`Published banner ${made.id}.\n`);
    expect(made).toMatchObject({
      type: 'admin-banners',
      attributes: { title: 'Maintenance', body: 'Tonight', style: 'info', audience: 'all_users' },
    });
    expect((await listed()).map(({ id }) => id)).toEqual([made.id]);
    const { value: changed } = await json(['banner', 'update', made.id, '--title', 'Over', '--style', 'critical']);
    expect(changed.attributes).toMatchObject({ title: 'Over', style: 'critical', body: 'Tonight' });
    const removed = await svc(['banner', 'delete', made.id, '--json', '--yes']);
    expect(JSON.parse(removed.stdout)).toEqual({ id: made.id, deleted: true });
    expect(removed.stderr).toBe(`Deleted banner ${made.id}.\n`);
    expect(await listed()).toEqual([]);
    expect((await svc(['banner', 'delete', 'ab-0000000000000000', '--yes'])).code).toBe(3);
  });

  test('banner list has short headings and relative times on a terminal, and --columns accepts short and full names', async () => {
    const { svc, json } = await site();
    const { value } = await json([...create, '--for', '4h']);
    const seen = async (words: string, columns = 80) =>
      svc(`banner list ${words} --no-color`.replace(/ +/g, ' '), { tty: true, columns });
    const table = await seen('');
    expect(table.stdout).toMatch(/^TITLE +STYLE +ENDS +AUDIENCE +ID\nMaintenance +info +in 4 hours +all users +ab-/);
    // A narrow table says nothing of what it leaves out, since nobody asked for it.
    expect((await seen('', 40)).stderr).toBe('');
    const all = (await seen('--columns all')).stdout;
    expect(all).toMatch(/^ID +TITLE +STYLE +AUDIENCE +BODY +SCHEDULED-PUBLISH-AT +ENDS +TIMEZONE\n/);
    const end = value.attributes['scheduled-expire-at'];
    for (const name of ['ends', 'ENDS', 'scheduled-expire-at']) {
      expect((await seen(`--columns ${name}`)).stdout).toMatch(/^SCHEDULED-EXPIRE-AT\n/);
      expect((await svc(`banner list --columns ${name} -o csv`)).stdout).toBe(`scheduled-expire-at\n${end}\n`);
    }
    expect((await svc('banner list -o csv')).stdout).toMatch(/^id,title,style,audience,body,/);
  });

  test('banner list prints a table on a terminal and lines in a pipe', async () => {
    const { svc, json } = await site();
    expect(await svc('banner list')).toMatchObject({ code: 0, stdout: '', stderr: 'No banner is published.\n' });
    const { value } = await json(create);
    expect((await svc('banner list --no-color', { tty: true })).stdout).toMatch(
      new RegExp(`^TITLE +STYLE +ENDS +AUDIENCE +ID\\nMaintenance +.* ${value.id}\n`),
    );
    expect((await svc('banner list')).stdout.split('\t').slice(0, 2)).toEqual([value.id, 'Maintenance']);
  });

  test('a second banner replaces the first, and the message says so', async () => {
    const { json, listed } = await site();
    const first = (await json(create)).value;
    const { value: second, stderr } = await json([...create, '--title', 'Second']);
    expect(stderr).toBe(`Published banner ${second.id}.\nReplaced banner ${first.id} ("Maintenance").\n`);
    expect((await listed()).map(({ id }) => id)).toEqual([second.id]);
  });

  test('the text of a banner can be read from a file', async () => {
    const { json, me, svc } = await site();
    await writeFile(join(me.cwd, 'notice.txt'), 'From a file\n');
    const { value } = await json(['banner', 'create', '--title', 'T', '--body-file', 'notice.txt']);
    expect(value.attributes.body).toBe('From a file');
    expect((await svc('banner create --title T --body-file nope.txt')).code).toBe(2);
  });
});

describe('banner create on a terminal without flags', () => {
  test('banner create on a terminal without flags prompts for each value, shows the new and the replaced banner, and creates it', async () => {
    const { json, listed, svc } = await site();
    const first = (await json(create)).value;
    const answers = ['New', 'Text', 'warning', 'all_users', '2 hours', '24.12.2026 18:00', '2h', true];
    const { asked, code, complaints, stderr } = await svc('banner create', { tty: true, answers });
    const forms = 'Must be a duration such as 30s, 5m or 1h30m, or a time such as 2026-12-24T18:00Z';
    expect([code, complaints]).toEqual([0, [`${forms}, not "2 hours".`, `${forms}, not "24.12.2026 18:00".`]]);
    expect(asked.map((question) => question.split(':')[0])).toEqual([
      ...['Title', 'Text', 'Style', 'Audience', 'Expires', 'Expires', 'Expires', 'Create this banner?'],
    ]);
    expect(stderr).toMatch(
      new RegExp(`This will replace banner ${first.id} \\("Maintenance"\\)\\.\n[^]*Published .*\nReplaced banner`),
    );
    expect(stderr).toMatch(/scheduled-expire-at +2026-01-15T14:00:00/);
    expect(stderr).toContain(
      'To repeat this without prompts: svc banner create --title New --body Text --style warning --audience all_users --for 2h --yes\n',
    );
    expect((await listed())[0]).toMatchObject({ attributes: { title: 'New', style: 'warning' } });
  });

  test('banner create on a terminal without flags accepts a time as the end, and an empty answer for no end', async () => {
    const { listed, svc } = await site();
    const answers = (until: string[]) => ['T', 'B', 'info', 'all_users', ...until, true];
    const until = ['2026-01-15T11:00Z', '2026-01-15T18:00', 'tomorrow', '2', '-2h', '2026-01-15T18:00Z'];
    const { complaints } = await svc('banner create', { tty: true, answers: answers(until) });
    expect(complaints).toEqual([
      expect.stringContaining('Must be in the future'),
      expect.stringContaining('or a time such as 2026-12-24T18:00Z, not "2026-01-15T18:00"'),
      expect.stringContaining(
        'a duration such as 30s, 5m or 1h30m, or a time such as 2026-12-24T18:00Z, not "tomorrow"',
      ),
      expect.stringContaining('Must have a unit: 2h or 2m'),
      expect.stringContaining('Must be longer than 0s, not "-2h"'),
    ]);
    expect((await listed())[0]).toMatchObject({ attributes: { 'scheduled-expire-at': '2026-01-15T18:00:00.000Z' } });
    expect((await svc('banner create', { tty: true, answers: answers(['']) })).code).toBe(0);
    expect((await listed())[0]).toMatchObject({ attributes: { 'scheduled-expire-at': null } });
  });

  test('banner create on a terminal without flags prompts again only for the field that the service rejected', async () => {
    const { listed, svc } = await site();
    const answers = ['x'.repeat(101), 'Title', 'x'.repeat(256), 'info', 'all_users', '', true, 'Short'];
    const { asked, code, complaints, stderr } = await svc('banner create', { tty: true, answers });
    expect(complaints).toEqual(['Must have at most 100 characters, not 101.']);
    expect([code, asked.at(-1)]).toEqual([0, 'Text']);
    expect(stderr).toContain('Body is too long (maximum is 255 characters).');
    expect((await listed())[0]).toMatchObject({ attributes: { title: 'Title', body: 'Short' } });
  });

  test('banner create names all missing flags at once without a terminal', async () => {
    const { svc } = await site();
    const inCi = await svc('banner create', { tty: true, env: { CI: '1' } });
    const missing = 'Missing required flags: --title, --body';
    expect(inCi).toExit(2, `${missing} (not prompting: CI is set).`);
    expect((await svc('banner create')).stderr).toContain(`${missing} (not prompting: stdin is not a terminal).`);
  });
});

describe('banner delete', () => {
  test('banner delete prompts on a terminal, and needs --yes elsewhere', async () => {
    const { json, listed, svc } = await site();
    const { value } = await json(create);
    const words = ['banner', 'delete', value.id];
    const alone = await svc(words);
    expect(alone).toExit(2, 'Missing required flag: --yes', 'To confirm without a prompt: --yes');
    expect((await svc(words, { tty: true, answers: [false] })).code).toBe(130);
    expect((await listed()).length).toBe(1);
    const later = () => new Date(Date.parse(value.attributes['published-at']) + 180_000);
    const asked = await svc(words, { tty: true, answers: [true], now: later });
    const named = '("Maintenance", published 3 minutes ago)';
    expect([asked.code, asked.asked]).toEqual([0, [`Delete banner ${value.id} ${named}?`]]);
    expect(await listed()).toEqual([]);
  });

  test('banner delete of a deleted banner says in its prompt that it is not published or does not exist, and exits with 3 if the service lost it', async () => {
    const { json, service, svc } = await site();
    const { value } = await json(create);
    const words = ['banner', 'delete', value.id];
    expect((await svc([...words, '--yes'])).code).toBe(0);
    const again = await svc(words, { tty: true, answers: [true] });
    expect([again.code, again.asked]).toEqual([0, [`Delete banner ${value.id} (not published, or does not exist)?`]]);
    service.state.world.banners.length = 0;
    expect(await svc([...words, '--yes'])).toExit(3, `No banner ${value.id}, or you can't delete it with this token.`);
  });

  test('banner delete of a word without the form of an id exits with 3 before it prompts, and names the list', async () => {
    const { svc } = await site();
    const { asked, code, stderr } = await svc('banner delete foo', { tty: true, env: { NO_COLOR: '1' } });
    expect([asked, code]).toEqual([[], 3]);
    expect(stderr).toMatch(/No banner foo: .* ab-\.\nHint: To list the published ones: svc banner list\n/);
  });

  test('banner delete --dry-run does not prompt', async () => {
    const { svc } = await site();
    for (const tty of [true, false]) {
      expect(await svc('banner delete ab-1 --dry-run', { tty })).toMatchObject({ code: 0, asked: [] });
    }
  });
});

describe('the schedule of a banner', () => {
  const scheduled = (publish: string, expire: string, timezone: string) => [
    ...create,
    ...['--scheduled-publish-at', publish, '--scheduled-expire-at', expire, '--timezone', timezone],
  ];

  test('a card shows times in the time zone of the banner, also without its column', async () => {
    const { svc } = await site();
    const words = scheduled('2026-12-24T00:00:00Z', '2026-12-27T00:00:00Z', 'Asia/Tokyo');
    const { stdout } = await svc([...words, '--yes', '--columns', 'scheduled-expire-at'], { tty: true });
    expect(stdout).toContain('2026-12-27 09:00 Asia/Tokyo');
  });

  test('a scheduled banner is not listed until it is published, and is unpublished at its end', async () => {
    const { json, listed, advance } = await site();
    const { value, stderr } = await json(scheduled('2026-01-15T13:00:00Z', '2026-01-15T14:00:00Z', 'UTC'));
    expect(stderr).toContain(
      `Scheduled banner ${value.id} for 2026-01-15 13:00 UTC (in 1 hour). It is not listed until then.`,
    );
    expect(stderr).not.toContain('eplace');
    expect(await listed()).toEqual([]);
    advance(hour);
    expect((await listed()).map(({ id }) => id)).toEqual([value.id]);
    advance(hour);
    expect(await listed()).toEqual([]);
  });

  test('a scheduled banner does not replace the current banner until its time', async () => {
    const { json, listed, advance } = await site();
    const first = (await json(create)).value;
    const second = (await json(scheduled('2026-01-15T13:00:00Z', '2026-01-15T14:00:00Z', 'UTC'))).value;
    expect((await listed()).map(({ id }) => id)).toEqual([first.id]);
    advance(hour);
    expect((await listed()).map(({ id }) => id)).toEqual([second.id]);
  });

  test.each([
    ['in winter', '2026-12-24T18:00', 'Europe/Berlin', '2026-12-24T17:00:00.000Z'],
    ['in summer', '2026-07-24T18:00', 'Europe/Berlin', '2026-07-24T16:00:00.000Z'],
    ['west of Greenwich', '2026-07-24T18:00', 'America/Los_Angeles', '2026-07-25T01:00:00.000Z'],
    ['where an hour has another half', '2026-07-24T18:00', 'Asia/Kolkata', '2026-07-24T12:30:00.000Z'],
    ['right after the clocks went forward', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['right after the clocks went back', '2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['with seconds and a blank', '2026-07-24 18:00:30', 'UTC', '2026-07-24T18:00:30.000Z'],
    ['with an offset of its own', '2026-07-24T18:00:00+05:00', 'Europe/Berlin', '2026-07-24T13:00:00.000Z'],
    ['in UTC', '2026-07-24T18:00:00Z', 'Europe/Berlin', '2026-07-24T18:00:00.000Z'],
    ['in UTC without seconds', '2026-07-24T18:00Z', 'Europe/Berlin', '2026-07-24T18:00:00.000Z'],
    ['as a date alone', '2026-07-24', 'Europe/Berlin', '2026-07-23T22:00:00.000Z'],
    ['with an offset without a colon', '2026-07-24T18:00+0200', 'UTC', '2026-07-24T16:00:00.000Z'],
    ['with an offset of hours', '2026-07-24T18:00-05', 'UTC', '2026-07-24T23:00:00.000Z'],
    ['at the end of a day', '2026-07-24T24:00', 'Europe/Berlin', '2026-07-24T22:00:00.000Z'],
    ['in the basic format', '20260724T180000Z', 'UTC', '2026-07-24T18:00:00.000Z'],
  ])(
    'a banner schedule accepts a local time, or a time with an offset: %s',
    async (_title, text, timezone, instant) => {
      const { json } = await site();
      const { attributes } = (await json(scheduled(text, '2027-01-01T00:00:00Z', timezone))).value;
      expect(Date.parse(attributes['scheduled-publish-at'])).toBe(Date.parse(instant));
      expect(attributes.timezone).toBe(timezone);
    },
  );

  test('a banner schedule without a time zone is sent in UTC, on create and on update', async () => {
    const { json } = await site();
    const times = (day: string) => [
      ...['--scheduled-publish-at', `2026-01-${day}T13:00:00Z`],
      ...['--scheduled-expire-at', `2026-01-${day}T15:00:00+01:00`],
    ];
    const { value, stderr } = await json([...create, ...times('16')]);
    expect(value.attributes).toMatchObject({
      'scheduled-publish-at': '2026-01-16T13:00:00.000Z',
      'scheduled-expire-at': '2026-01-16T14:00:00.000Z',
      timezone: 'UTC',
    });
    expect(stderr).toContain(' for 2026-01-16 13:00 UTC (in 1 day). It is not listed until then.');
    const plain = (await json(create)).value;
    expect((await json(['banner', 'update', plain.id, ...times('17')])).value.attributes.timezone).toBe('UTC');
    const chosen = await json(['banner', 'update', plain.id, ...times('18'), '--set', 'timezone=Asia/Tokyo']);
    expect(chosen.value.attributes.timezone).toBe('Asia/Tokyo');
  });

  test('a banner can have a time zone without a schedule, and an update of one time keeps the time zone', async () => {
    const { json } = await site();
    expect((await json([...create, '--timezone', 'Europe/Berlin'])).value.attributes.timezone).toBe('Europe/Berlin');
    const { id } = (await json(scheduled('2026-01-18T13:00', '2026-01-18T14:00', 'Asia/Tokyo'))).value;
    const moved = await json(['banner', 'update', id, '--scheduled-expire-at', '2026-01-19T15:00:00Z']);
    expect(moved.value.attributes.timezone).toBe('Asia/Tokyo');
  });

  test('banner create prints the schedule in the time zone that was typed', async () => {
    const { json } = await site();
    const { stderr } = await json(scheduled('2026-12-24T00:00', '2026-12-27T00:00', 'Europe/Berlin'));
    expect(stderr).toContain(' for 2026-12-24 00:00 Europe/Berlin (in 11 months). It is not listed until then.');
  });

  test('the message and the card of a scheduled banner show its times in the time zone that was typed', async () => {
    const { svc } = await site();
    const words = scheduled('2026-01-16T10:00', '2026-01-17T10:00', 'Asia/Kathmandu');
    const { stderr, stdout } = await svc(words, { tty: true, env: { NO_COLOR: '1' } });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(' for 2026-01-16 10:00 Asia/Kathmandu (in 16 hours). ');
    expect(stdout).toMatch(/scheduled-publish-at +2026-01-16 10:00 Asia\/Kathmandu \(in 16 hours\)\n/);
    expect(stdout).toMatch(/scheduled-expire-at +2026-01-17 10:00 Asia\/Kathmandu \(in 2 days\)\n/);
  });

  test('a banner schedule that has already begun publishes the banner and replaces the previous one', async () => {
    const { json } = await site();
    const first = (await json(create)).value;
    const { value, stderr } = await json(scheduled('2026-01-15T11:00:00Z', '2026-01-15T14:00:00Z', 'UTC'));
    expect(stderr).toBe(`Published banner ${value.id}.\nReplaced banner ${first.id} ("Maintenance").\n`);
  });

  test.each<[title: string, attributes: Record<string, unknown>, words: string]>([
    [
      'published',
      { 'published-at': '2026-01-15T12:00:00Z' },
      'Published banner ab-2.\nReplaced banner ab-1 ("Old").\n',
    ],
    ['silent about it', {}, 'Published banner ab-2.\nReplaced banner ab-1 ("Old").\n'],
    ['not published', { 'published-at': null }, 'Created banner ab-2. The service has not published it yet.\n'],
    [
      'taken down',
      { 'published-at': '2026-01-15T12:00:00Z', 'deactivated-at': '2026-01-15T12:00:00Z' },
      'Created banner ab-2, but it is not published: it has already expired.\n',
    ],
    [
      'over',
      { 'scheduled-publish-at': '2026-01-14T12:00:00Z', 'scheduled-expire-at': '2026-01-15T11:00:00Z' },
      'Created banner ab-2, but it is not published: it has already expired.\n',
    ],
    [
      'to come',
      { 'scheduled-publish-at': '2026-01-16T12:00:30Z', timezone: 'Nowhere/Else' },
      `Scheduled banner ab-2 for ${localTime('2026-01-16T12:00:30Z', new Date(noon))}. It is not listed until then.\n`,
    ],
  ])('banner create reports the state in the response: %s', async (_title, attributes, words) => {
    const old = { id: 'ab-1', type: 'admin-banners', attributes: { title: 'Old' } };
    const fresh = { id: 'ab-2', type: 'admin-banners', attributes: { title: 'Maintenance', ...attributes } };
    const server = await tinyServer(({ method }, response) =>
      method === 'GET' ? sendJson(response, { data: [old] }) : sendJson(response, { data: fresh }, { status: 201 }),
    );
    const { svc } = await site();
    const env = { SVC_ADDRESS: server.url };
    expect((await svc([...create, '--json'], { env })).stderr).toBe(
      `${words}Warning: The service may have ignored body, style and audience, which the response omits.
`,
    );
  });

  test('rejects a local time that the clocks skip', async () => {
    const { svc, requests } = await site();
    const { code, stderr } = await svc(scheduled('2026-03-29T02:30', '2026-03-30T00:00', 'Europe/Berlin'));
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('--scheduled-publish-at: the clocks of Europe/Berlin skip 2026-03-29T02:30');
  });

  test.each([
    ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('uses the first of two hours with the same name in %s, and warns', async (zone, text, instant) => {
    const { json } = await site();
    const { value, stderr } = await json(scheduled(text, '2026-12-01T00:00', zone));
    expect(value.attributes['scheduled-publish-at']).toBe(instant);
    expect(stderr).toContain(`Warning: --scheduled-publish-at: ${text} occurs twice in ${zone}. Using the first;`);
  });

  test('banner create --for starts now and ends after the given time, in UTC', async () => {
    const { json, listed, advance } = await site();
    const { value, stderr } = await json([...create, '--for', '2h']);
    expect(stderr).toContain(`Published banner ${value.id}.`);
    expect(value.attributes).toMatchObject({
      'scheduled-publish-at': '2026-01-15T12:00:00.000Z',
      'scheduled-expire-at': '2026-01-15T14:00:00.000Z',
      timezone: 'UTC',
    });
    expect(await listed()).toHaveLength(1);
    advance(2 * hour - 1);
    expect(await listed()).toHaveLength(1);
    advance(1);
    expect(await listed()).toEqual([]);
  });

  test('one time of a banner schedule can be moved alone, and the schedule can be cleared', async () => {
    const { json } = await site();
    const { id } = (await json(scheduled('2026-01-15T13:00:00Z', '2026-01-15T14:00:00Z', 'UTC'))).value;
    const moved = await json(['banner', 'update', id, '--scheduled-expire-at', '2026-01-15T15:00:00Z']);
    expect(Date.parse(moved.value.attributes['scheduled-expire-at'])).toBe(noon + 3 * hour);
    const cleared = await json(['banner', 'update', id, '--clear-schedule']);
    expect(cleared.value.attributes).toMatchObject({
      'scheduled-publish-at': null,
      'scheduled-expire-at': null,
      timezone: null,
    });
  });

  test.each<[title: string, flags: string, words: string]>([
    ['a publish time alone', '--scheduled-publish-at 2026-01-16T12:00:00Z', '--scheduled-expire-at'],
    ['an end alone', '--scheduled-expire-at 2026-01-16T12:00:00Z', '--scheduled-publish-at'],
    ['a local time without a time zone', '--scheduled-publish-at 2026-01-16T12:00', '--timezone'],
    ['a word', '--scheduled-publish-at tomorrow --timezone UTC', '18:00:00Z, or 2026-12-24T18:00 with --timezone'],
    ['an impossible offset', '--scheduled-publish-at 2026-12-24T18:00+99:00', '--scheduled-publish-at'],
    ['an old end', '--scheduled-publish-at 2026-01-14T12:00Z --scheduled-expire-at 2026-01-15T12:00Z', 'in the future'],
    ['an invalid day', '--scheduled-publish-at 2026-02-30T12:00:00Z --timezone UTC', '--scheduled-publish-at'],
    ['a date without a time zone', '--scheduled-publish-at 2026-01-16', 'or use UTC: 2026-01-16T00:00:00Z'],
    ['a minute after 24:00', '--scheduled-publish-at 2026-02-20T24:01:00Z', '--scheduled-publish-at'],
    ['an invalid hour', '--scheduled-publish-at 2026-02-20T25:00:00Z --timezone UTC', '--scheduled-publish-at'],
    ['an invalid time zone', '--timezone Mars/Olympus', '--timezone'],
    ['an invalid duration', '--for soon', '--for'],
    ['no duration at all', '--for 0s', '--for must be longer than 0s, not "0s"'],
    ['a duration without a unit', '--for 2', '--for must have a unit: 2h or 2m'],
    ['a duration backwards', '--for -1h', '--for must be longer than 0s, not "-1h"'],
    [
      'an end before the beginning',
      '--scheduled-publish-at 2026-01-17T12:00:00Z --scheduled-expire-at 2026-01-16T12:00:00Z --timezone UTC',
      '--scheduled-expire-at',
    ],
  ])('an invalid banner schedule is rejected before anything is sent: %s', async (_title, flags, words) => {
    const { svc, requests } = await site();
    const { code, stdout, stderr } = await svc([...create, ...flags.split(' ')]);
    expect([code, stdout, requests]).toEqual([2, '', []]);
    expect(stderr).toContain(words);
  });
});

describe('the content of a banner', () => {
  test.each([
    ['no title', 'banner create --body b', '--title'],
    ['no body', 'banner create --title t', '--body'],
    ['nothing to change', 'banner update ab-0123456789abcdef', 'No changes given.'],
    ['no id', 'banner update --title x', 'id'],
    ['no id to delete', 'banner delete', 'id'],
    ['an id that leads elsewhere', 'banner delete .. --yes', '..'],
    ['an id that is empty', ['banner', 'delete', '', '--yes'], 'id'],
    ['an argument too many', 'banner update ab-1 ab-2 --title x', 'argument'],
    ['--current beside an id', 'banner delete --current ab-1', '--current'],
  ])('a banner command exits with 2 and names the mistake: %s', async (_title, words, named) => {
    const { svc, requests } = await site();
    const { code, stderr } = await svc(words);
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(named);
  });

  test('an unknown style or audience is sent with a warning, and the service decides', async () => {
    const { svc, requests } = await site();
    const { code, stderr } = await svc([...create, '--style', 'sparkling', '--audience', 'cats']);
    expect(stderr).toContain('Warning: Unknown value "sparkling" for --style');
    expect(stderr).toContain('Warning: Unknown value "cats" for --audience');
    expect(requests.at(-1)).toBe('POST /api/v2/admin/banners');
    expect(code).toBe(5);
  });

  test('a rejection of a banner names the flag or the field', async () => {
    const { svc } = await site();
    expect(await svc([...create, '--body', 'x'.repeat(256)])).toFail(5, /^Error: --body.* too long/);
    const asJson = await svc([...create, '--body', 'x'.repeat(256), '-o', 'json']);
    expect(asJson.stdout).toBe('');
    expect(JSON.parse(asJson.stderr)).toMatchObject({
      error: {
        code: 'rejected',
        exit: 5,
        status: 422,
        retryable: false,
        errors: [{ pointer: '/data/attributes/body' }],
      },
    });
  });
});

describe('the rights that banners need', () => {
  test('banner list needs no token for the banners for everyone', async () => {
    const { service, json } = await site();
    await json(create);
    const nobody = await machineAt(service, 'anonymous');
    expect(JSON.parse((await nobody.svc('banner list --json')).stdout)).toHaveLength(1);
    await json([...create, '--audience', 'authenticated_only']);
    expect(JSON.parse((await nobody.svc('banner list --json')).stdout)).toEqual([]);
  });

  test('--anonymous sends no token even if there is one', async () => {
    const { json } = await site();
    await json([...create, '--audience', 'authenticated_only']);
    expect((await json(['banner', 'list'])).value).toHaveLength(1);
    expect((await json(['banner', 'list', '--anonymous'])).value).toEqual([]);
  });

  test.each(['owner', 'user', 'team', 'organization'] as const)(
    'banner create with a token of the kind %s exits with 3 and names the token that it requires',
    async (kind) => {
      const { svc } = await site(kind);
      const { code, stderr } = await svc(create);
      expect(code).toBe(3);
      expect(stderr).toBe(
        "Error: You can't create banners with this token. This requires a site administrator's token, on the self-hosted edition.\n",
      );
    },
  );
});

describe('banner list of a platform that fails for a moment', () => {
  test('banner list retries a failed request, and prints no message of its own about it', async () => {
    const { svc, service } = await site();
    await service.fail({ status: 500, times: 2 });
    expect(await svc('banner list --json --retries 2')).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' });
  });
});

describe('banner list of a service with several pages', () => {
  const row = (id: string) => ({ id, type: 'admin-banners', attributes: { title: id } });
  const pages = { first: { 'current-page': 1, 'next-page': 2, 'total-pages': 2, 'total-count': 2 } };

  test.each([
    ['in numbers', { meta: { pagination: pages.first } }, '/api/v2/admin/banners?page%5Bnumber%5D=2'],
    ['by a link', { links: { next: '?from=ab-2' } }, '/api/v2/admin/banners?from=ab-2'],
  ])(
    'banner list of a service with several pages shows every page that the response announces %s, and no other',
    async (_, more, second) => {
      const seen: (string | undefined)[] = [];
      const { url } = await tinyServer(({ headers, url }, response) => {
        seen.push(url);
        expect(headers.authorization).toBeUndefined();
        if (url === '/api/v2/admin/banners') return sendJson(response, { data: [row('ab-1')], ...more });
        const meta =
          'meta' in more ? { pagination: { ...pages.first, 'current-page': 2, 'next-page': null } } : undefined;
        sendJson(response, { data: [row('ab-2')], meta });
      });
      const { svc } = await machine({ SVC_ADDRESS: url, SVC_TOKEN: 'a-token' });
      const { code, stdout } = await svc('banner list --anonymous --columns id -o tsv');
      expect([code, stdout.split('\n').filter((line) => line.startsWith('ab-'))]).toEqual([0, ['ab-1', 'ab-2']]);
      expect(seen).toEqual(['/api/v2/admin/banners', second]);
    },
  );
});

test.each(['site-admin', 'owner', 'anonymous'] as const)(
  'banner list on the hosted edition says that the edition has no banners, and does not blame the token (%s)',
  async (caller) => {
    const { svc } = await machineAt(await sandbox({ edition: 'hosted' }), caller);
    const { code, stderr } = await svc(['banner', 'list', ...(caller === 'anonymous' ? ['--anonymous'] : [])]);
    expect([code, stderr]).toEqual([3, 'Error: Only the self-hosted edition can see banners.\n']);
  },
);
