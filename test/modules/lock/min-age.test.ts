import { expect, test } from 'vitest';
import { parseCallSource } from '../../../src/modules/lock/call-source.ts';
import { createPublishedAt, firstOldEnough } from '../../../src/modules/lock/min-age.ts';

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678901+01:00', '2026-01-02T02:04:05.678Z'],
  ['1', undefined],
  ['2026', undefined],
  [7, undefined],
  [null, undefined],
])('the registry value %j of published_at gives the time %s', async (published_at, expected) => {
  const describe = async () => ({ version: '1.0.0', published_at });
  const publishedAt = createPublishedAt({ describe }, async () => new Date(0));
  expect((await publishedAt({ source: parseCallSource('acme/a/null') }, { version: '1.0.0' }))?.toISOString()).toBe(
    expected,
  );
});

test('the age check reads the newest 100 versions only, and says so', async () => {
  const versions = Array.from({ length: 101 }, (_, nth) => `1.${200 - nth}.0`);
  const checked: string[] = [];
  const whyTooYoung = async (version: string) => {
    checked.push(version);
    return version === '1.100.0' ? undefined : 'is too young';
  };
  const instead = '1.200.0 is too young; only the newest 100 versions were checked';
  expect(await firstOldEnough(versions, whyTooYoung)).toEqual({ instead });
  expect(checked).toEqual(versions.slice(0, 100));
  expect(await firstOldEnough(versions.slice(1), whyTooYoung)).toMatchObject({ version: '1.100.0' });
});
