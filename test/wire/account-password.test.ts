// covers: PATCH /account/password

import { describe, expect, test } from 'vitest';
import { dataOf, expectErrorDocument, type Single } from './documents.ts';
import { get, patch } from './http.ts';
import { service, serviceForEach } from './served.ts';

serviceForEach();

/** PATCH /account/password of the user from one password to another. */
function change(from: string, to: string, confirmation = to) {
  const attributes = `{"current_password":"${from}","password":"${to}","password_confirmation":"${confirmation}"}`;
  const body = `{"data":{"type":"users","attributes":${attributes}}}`;
  return patch(`${service.api}/account/password`, { token: service.tokens.user, body });
}

describe('part 1, Account (PATCH /account/password, the right password)', () => {
  // spec: P-125
  test('PATCH responds with 200 and the users document, and the next change requires the new password', async () => {
    const details = await get(`${service.api}/account/details`, { token: service.tokens.user });
    const reply = await change(service.password, 'Another-One-22');
    expect(dataOf(reply)).toMatchObject({ id: details.json<Single>().data.id, type: 'users' });
    expect(reply.text).not.toContain('Another-One-22');
    expectErrorDocument(await change(service.password, 'Third-One-333'), 422);
    expect((await change('Another-One-22', 'Third-One-333')).status).toBe(200);
  });

  // spec: P-125
  test('only one of two simultaneous changes with the same current_password gets 200, and the other gets 422', async () => {
    const replies = await Promise.all([
      change(service.password, 'Another-One-22'),
      change(service.password, 'Third-One-333'),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const valid = replies[0].status === 200 ? 'Another-One-22' : 'Third-One-333';
    expect((await change(valid, 'Fourth-One-44')).status).toBe(200);
  });
});
