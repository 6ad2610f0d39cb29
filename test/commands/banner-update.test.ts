import { describe, expect, test } from 'vitest';
import { localTime } from '../../src/cli/terminal/time.ts';
import { machine, machineAt, sandbox } from '../support/svc.ts';
import { sendJson, tinyServer } from '../support/tiny-server.ts';

const now = () => new Date('2026-01-15T12:00:00Z');
test.each([
  ['--title', '', '--title is empty, sent as is.'],
  ['--body', '', '--body is empty, sent as is.'],
  ['--title', 'ü'.repeat(101), '--title has 101 characters, more than 100, sent as is.'],
])('banner create sends %s %j with a warning, and the service decides', async (flag, text, words) => {
  const { svc } = await machineAt(await sandbox());
  expect(await svc(['banner', 'create', '--title', 'T', '--body', 'B', flag, text])).toExit(5, `Warning: ${words}`);
});

/** A time in the zone of this machine. */
const local = (time: string) => localTime(time, now());
const published = { 'published-at': '2026-01-15T10:00:00Z' };

describe('banner update of an unpublished banner', () => {
  test.each<[state: string, attributes: Record<string, unknown>, words: string]>([
    ['published', published, ''],
    ['silent about it', {}, ''],
    [
      'published and moved ahead',
      { ...published, 'scheduled-publish-at': '2026-01-16T12:00:00Z', timezone: 'UTC' },
      'The banner is scheduled for 2026-01-16 12:00 UTC (in 1 day). It is not listed until then.\n',
    ],
    [
      'scheduled without a time zone',
      { 'published-at': null, 'scheduled-publish-at': '2026-01-16T12:00:00Z' },
      `The banner is scheduled for ${local('2026-01-16T12:00:00Z')}. It is not listed until then.\n`,
    ],
    [
      'expired',
      { ...published, 'scheduled-expire-at': '2026-01-15T12:00:00Z', timezone: 'Europe/Berlin' },
      'The banner expired at 2026-01-15 13:00 Europe/Berlin (now) and is not listed.\n',
    ],
    [
      'deactivated',
      { ...published, 'deactivated-at': '2026-01-15T11:30:00Z' },
      `The banner was deactivated at ${local('2026-01-15T11:30:00Z')} and is not listed.\n`,
    ],
    ['not published', { 'published-at': null }, 'The service has not published the banner yet.\n'],
  ])('banner update reports the state of an unpublished banner: %s', async (_, attributes, words) => {
    const data = { id: 'ab-1', type: 'admin-banners', attributes: { title: 'T', ...attributes } };
    const server = await tinyServer((_request, response) => sendJson(response, { data }));
    const { svc } = await machine({ SVC_ADDRESS: server.url, SVC_TOKEN: 'a-token' });
    const { code, stderr } = await svc('banner update ab-1 --title T', { now });
    expect([code, stderr]).toEqual([0, `Updated banner ab-1.\n${words}`]);
  });
});
