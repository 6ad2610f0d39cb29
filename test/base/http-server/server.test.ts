import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bind, closeServer, createHttpServer } from '../../../src/base/http-server/server.ts';
import { hasOpenssl, sharedAuthority } from '../../support/tls.ts';

describe.skipIf(!hasOpenssl())('a server with a certificate', () => {
  test('a server with a certificate ends a connection that never began its handshake', async () => {
    const authority = sharedAuthority();
    onTestFinished(authority.remove);
    const server = await createHttpServer({}, authority);
    const silent = connect(await bind(server, '127.0.0.1', 0), '127.0.0.1');
    onTestFinished(() => void silent.destroy());
    const ended = once(silent, 'close');
    await once(server, 'connection');
    await closeServer(server, 1);
    expect(await ended).toEqual([false]);
  });
});
