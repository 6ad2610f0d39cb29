import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { freePort } from './free-port.ts';

/** Debian installs it in a folder that is not on everyone's PATH. */
export const natsPath = `${process.env.PATH}:/usr/sbin`;
const paths = { ...process.env, PATH: natsPath };

/** Returns whether nats-server is installed; prints SKIPPED if it is not. */
export function hasNats(): boolean {
  const isInstalled = findProgram('nats-server', natsPath) !== undefined;
  if (!isInstalled) process.stderr.write('\nSKIPPED: what needs nats-server, which is not installed.\n\n');
  return isInstalled;
}

/** A NATS server on this machine, with a folder of its own. */
export interface NatsServer {
  /** `nats://127.0.0.1:PORT` */
  url: string;
  port: number;
  folder: string;
  /** Ends it without warning, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Ends it and deletes its folder. */
  close(): Promise<void>;
}

export interface NatsOptions {
  /** Lines for its configuration: users, TLS, limits. */
  config?: string;
  /** Default: true. */
  jetStream?: boolean;
  /** A configuration in place of all others, for a given port. */
  whole?: string;
  port?: number;
  /** Variables of the configuration. */
  env?: Record<string, string>;
}

/** Starts a server with JetStream. A test file starts one in `beforeAll`, and closes it in `afterAll`. */
export async function startNats(options: NatsOptions = {}): Promise<NatsServer> {
  const { config = '', env = {}, jetStream = true, whole } = options;
  const folder = mkdtempSync(join(tmpdir(), 'svc-nats-'));
  const port = options.port ?? (await freePort());
  const store = jetStream ? `jetstream { store_dir: ${JSON.stringify(join(folder, 'js'))} }\n` : '';
  const usual = `listen: 127.0.0.1:${port}\nserver_name: test\n${store}${config}\n`;
  writeFileSync(join(folder, 'nats.conf'), whole ?? usual);
  let child = await run(folder, env);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    folder,
    kill,
    async restart() {
      await kill();
      child = await run(folder, env);
    },
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves once the server is ready; it rejects with the log of one that ends. */
async function run(folder: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn('nats-server', ['-c', join(folder, 'nats.conf')], {
    env: { ...paths, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`nats-server ended: ${log}`)));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('Server is ready')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return child;
}
