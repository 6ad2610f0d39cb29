import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkup, typeFix } from '../support/doctor.ts';
import { freePort } from '../support/free-port.ts';
import { hasNats, type NatsServer, startNats } from '../support/nats.ts';
import { machine } from '../support/svc.ts';

const password = 'canary-password';

describe.skipIf(!hasNats())('the check of NATS', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats({ config: `authorization { users: [{ user: alice, password: "${password}" }] }` });
  });
  afterAll(() => nats?.close());

  /** A machine without a platform: the checks of the platform are skipped, and the others reach no other machine. */
  const own = (env: Record<string, string> = {}) => machine({ SVC_REGISTRY: 'http://127.0.0.1:9/', ...env });
  const findings = async (env: Record<string, string>) => {
    const result = await checkup(await own(env));
    expect(result.stdout + result.stderr).not.toContain('canary');
    return result.checks.filter(({ name }) => name === 'nats').map(({ name: _, ...each }) => each);
  };

  test('doctor omits the check of NATS if no NATS server is set', async () => {
    expect(await findings({})).toEqual([]);
  });

  test('the check of NATS names the command that creates the stream, the server and a limit that is too low', async () => {
    const env = { SVC_NATS: nats.url.replace('//', `//alice:${password}@`) };
    const before = await findings(env);
    expect(before).toMatchObject([{ status: 'failed', fix: 'svc webhook stream create' }]);
    await typeFix(await own(env), before[0]!);
    expect((await findings(env)).slice(0, 2)).toMatchObject([
      { status: 'ok', detail: expect.stringMatching(`^Connected to 127.0.0.1:${nats.port}, nats-server \\d`) },
      { status: 'warning', fix: 'Set max_payload: 2MB in the configuration of the server.' },
    ]);
    expect((await findings(env))[2]).toEqual({
      status: 'ok',
      detail: 'The stream "svc-deliveries" accepts deliveries.',
      fix: null,
    });
  });

  // trust: T-137
  test('the check of NATS suggests no command that contains a server name with shell characters', async () => {
    const other = await startNats({});
    onTestFinished(other.close);
    const connection = await connect({ servers: other.url });
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: '$(canary)', subjects: ['svc.deliveries.>', 'svc.dead.>'] });
    await connection.close();
    const found = (await checkup(await own({ SVC_NATS: other.url }))).checks.filter(({ name }) => name === 'nats');
    expect(found).toMatchObject([{ status: 'failed', fix: 'svc webhook stream create' }]);
  });

  test('the check of NATS fails for rejected credentials', async () => {
    const env = { SVC_NATS: nats.url.replace('//', '//alice:canary@') };
    expect(await findings(env)).toMatchObject([
      { status: 'failed', detail: expect.stringContaining('rejected the credentials') },
    ]);
  });

  test('the check of NATS fails for a server that does not listen, and for one without JetStream', async () => {
    const bare = await startNats({ jetStream: false });
    onTestFinished(bare.close);
    expect(await findings({ SVC_NATS: `127.0.0.1:${await freePort()}` })).toMatchObject([
      { status: 'failed', detail: expect.stringContaining('Connection refused') },
    ]);
    expect(await findings({ SVC_NATS: bare.url })).toMatchObject([
      { status: 'failed', detail: expect.stringContaining('JetStream is not enabled') },
    ]);
  });
});
