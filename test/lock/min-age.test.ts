import { expect, test } from 'vitest';
import { parseCallSource } from '../../src/lock/call-source.ts';
import { createPublishedAt } from '../../src/lock/min-age.ts';

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678901+01:00', '2026-01-02T02:04:05.678Z'],
  ['1', undefined],
  ['2026', undefined],
  [7, undefined],
  [null, undefined],
])('published_at %j of a registry is %s', async (published_at, expected) => {
  const describe = async () => ({ version: '1.0.0', published_at });
  const publishedAt = createPublishedAt({ describe }, async () => undefined);
  expect((await publishedAt({ source: parseCallSource('acme/a/null') }, { version: '1.0.0' }))?.toISOString()).toBe(
    expected,
  );
});
