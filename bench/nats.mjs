import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The path of nats-server; undefined where it is not on PATH. */
export function natsServer() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path));
}

/**
 * A server with JetStream, or a cluster of several, on loopback, with its files below `folder`. `url` names all of its servers.
 * `kill(name)` is SIGKILL and `restart(name)` starts the server again with its files. `leader(stream)` is the name of a server.
 */
export async function startNats(folder, size = 1) {
  const program = natsServer();
  const names = Array.from({ length: size }, (_, index) => `node-${index + 1}`);
  const ports = await freePorts(size * 3);
  const nodes = new Map(
    names.map((name, index) => {
      const [client, cluster, monitor] = ports.slice(index * 3, index * 3 + 3);
      return [name, { client, cluster, monitor, child: undefined }];
    }),
  );
  const routes = [...nodes.values()].map(({ cluster }) => `nats-route://127.0.0.1:${cluster}`).join(', ');

  async function start(name) {
    const node = nodes.get(name);
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const lines = [
      `server_name: ${name}`,
      `listen: 127.0.0.1:${node.client}`,
      `http: 127.0.0.1:${node.monitor}`,
      'max_payload: 2MB',
      `jetstream { store_dir: "${home}" }`,
      ...(size > 1 ? [`cluster { name: soak, listen: 127.0.0.1:${node.cluster}, routes: [${routes}] }`] : []),
    ];
    writeFileSync(join(home, 'nats.conf'), lines.join('\n'));
    node.child = spawn(program, ['-c', join(home, 'nats.conf')], { stdio: 'ignore' });
    node.ended = once(node.child, 'exit');
  }

  async function read(name, path) {
    const { monitor } = nodes.get(name);
    const response = await fetch(`http://127.0.0.1:${monitor}${path}`).catch(() => undefined);
    return response?.ok ? response.json() : undefined;
  }

  /** Resolves once every server reports that it and its streams are up to date. */
  async function healthy() {
    for (;;) {
      const states = await Promise.all(names.map((name) => read(name, '/healthz')));
      if (states.every((state) => state?.status === 'ok')) return;
      await wait(50);
    }
  }

  async function leader(stream) {
    for (;;) {
      for (const name of names) {
        const state = await read(name, '/jsz?accounts=true&streams=true');
        const streams = (state?.account_details ?? []).flatMap(({ stream_detail }) => stream_detail ?? []);
        const found = streams.find((each) => each.name === stream)?.cluster?.leader;
        if (found) return found;
      }
      await wait(50);
    }
  }

  async function kill(name) {
    const node = nodes.get(name);
    node.child.kill('SIGKILL');
    await node.ended;
  }

  for (const name of names) await start(name);
  await healthy();
  return {
    url: [...nodes.values()].map(({ client }) => `nats://127.0.0.1:${client}`).join(','),
    healthy,
    kill,
    leader,
    pids: () => [...nodes.values()].map(({ child }) => child.pid),
    restart: start,
    stop: () => Promise.all(names.map(kill)),
  };
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
