import { describe, expect, test } from 'vitest';
import { sandboxPerTest } from './service.ts';

const service = sandboxPerTest({ rateLimit: 2 });
const details = (token: string) => service.api('GET', '/account/details', { token });
const owner = 'sandbox-owner-token';

describe('with a limit of two requests a second', () => {
  test('the third request gets 429, and the next second begins a new window', async () => {
    const { status, headers } = await details(owner);
    expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([200, '2', '1']);
    expect((await details(owner)).headers.get('x-ratelimit-remaining')).toBe('0');
    const third = await details(owner);
    expect([third.status, third.json.errors[0].status]).toEqual([429, '429']);
    expect(third.headers.get('x-ratelimit-reset')).toBe('1.000');
    service.advance(1 / 60);
    expect((await details(owner)).status).toBe(200);
  });

  test('each user has a separate rate limit, rejections count, and requests to the control endpoints do not count', async () => {
    for (let nth = 0; nth < 3; nth++) await service.api('GET', '/nothing', { token: owner });
    expect((await details(owner)).status).toBe(429);
    expect((await details('sandbox-user-token')).status).toBe(200);
    for (let nth = 0; nth < 3; nth++) expect((await service.control('GET', '/info')).status).toBe(200);
  });

  // spec: R-97
  test('the registry reports the rate limit in its own error format', async () => {
    for (let nth = 0; nth < 2; nth++) expect((await service.registry('acme')).status).toBe(200);
    const { status, json } = await service.registry('acme');
    expect([status, json]).toEqual([429, { errors: ["You have exceeded the API's rate limit"] }]);
  });
});
