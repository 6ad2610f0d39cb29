import { once } from 'node:events';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { certificateFlags, certificateOf, certificateRules } from '../../cli/certificate.ts';
import type { Context } from '../../cli/context.ts';
import { collect } from '../../cli/set-flag.ts';
import { tokenVariable } from '../../cli/settings/credentials.ts';
import { endNormally } from '../../cli/stop-signal.ts';
import { nonEmpty, port } from '../../cli/values.ts';
import { both, type Command, verb } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import type { MirrorServer } from '../../modules/mirror/serve/server.ts';

function serveFlags(command: Command) {
  const place = command
    .option('--port <n>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, this machine only)', nonEmpty)
    .option('--public-url <url>', 'URL of the server for clients, used in the printed block', webUrl);
  return both(place, certificateFlags(command))
    .argument('<dir>', 'folder of the mirror')
    .option('--token-file <path>', 'require a token, read from a file, - for stdin; repeatable', collect)
    .option('--token-env <name>', 'require a token, read from an environment variable; repeatable', collect)
    .option('--log', 'log each request on stderr');
}

export const serve = verb({
  words: 'serve',
  about: 'Serve a mirror as a module registry',
  text: `A mirror is a folder of module archives that stands in for their registries, also without internet access. Serves a folder of svc module mirror, read-only, until Ctrl-C or SIGTERM: the registry of each mirrored host at a path of its own, with versions,
descriptions, lists, search and downloads, range requests and entity tags. New modules in the mirror are served within two seconds. An archive is verified
before it is first sent; a damaged one is logged and not sent. GET /-/healthy returns 200 without a token, for containers and load balancers; --log
omits it. Without tokens, it rejects the pages of other sites, and a Host that is neither the address of the server nor that of --public-url.

The printed block for the CLI configuration of terraform (~/.terraformrc, or TF_CLI_CONFIG_FILE) redirects the mirrored hosts to this server, so
that no source has to change. svc reads it too. With --token-file or --token-env, clients must send one of these tokens; the download URLs
that they get need none. terraform reads the token from the credentials block, svc from the environment variable that is printed below it.`,
  flags: serveFlags,
  rules: certificateRules,
  examples: [
    'svc module serve mirror --port 8080',
    'svc module serve mirror --host 0.0.0.0 --port 8443 --tls-cert cert.pem --tls-key key.pem --token-env CI_TOKEN --public-url https://modules.example.com:8443',
  ],
  async run(context, typed, dir) {
    const { host, output } = context;
    const { host: listenAt = '127.0.0.1', log, port = 0 } = typed;
    const { serveMirror } = await import('../../modules/mirror/serve/server.ts');
    const tls = await certificateOf(typed, context);
    const tokens = await tokensOf(typed, context);
    const names = [typed.publicUrl ? new URL(typed.publicUrl).hostname : hostname().toLowerCase()];
    const server = await serveMirror({
      ...{ root: resolve(host.cwd, dir), host: listenAt, port, tls, tokens, names, warn: output.warn },
      onRequest({ method, ms, path, status }) {
        if (log) output.note(`${status} ${method} ${path} (${Math.round(ms)} ms)`);
      },
    });
    try {
      const url = typed.publicUrl?.replace(/\/$/, '') ?? urlAt(listenAt, server.port, tls !== undefined);
      const { packages, registries } = server;
      const needsToken = tokens.length > 0;
      const cliConfig = blocks(url, registries, needsToken);
      const hosts = Object.fromEntries(registries.map(({ host, path }) => [host, `${url}${path}`]));
      const event = { event: 'serving', url, packages, hosts, cliConfig };
      await output.event(welcome(url, dir, server, cliConfig, needsToken), event);
      if (!host.signal.aborted) await once(host.signal, 'abort');
    } finally {
      await server.close();
    }
    endNormally(context);
  },
});

async function tokensOf(
  { tokenEnv = [], tokenFile = [] }: { tokenEnv?: string[]; tokenFile?: string[] },
  { ask }: Context,
): Promise<string[]> {
  const sources = [...tokenFile.map((file) => ({ file })), ...tokenEnv.map((env) => ({ env }))];
  const tokens: string[] = [];
  for (const source of sources) tokens.push(await ask.secret('Token of the clients', { flag: '--token', ...source }));
  if (tokens.some((token) => !/^\S+$/.test(token))) {
    throw new UsageError('A token must not be empty or contain white space.');
  }
  return tokens;
}

function urlAt(host: string, port: number, isSecure: boolean): string {
  const reached = host === '0.0.0.0' || host === '::' ? hostname() : host.includes(':') ? `[${host}]` : host;
  return `${isSecure ? 'https' : 'http'}://${reached}:${port}`;
}

function blocks(url: string, registries: MirrorServer['registries'], needsToken: boolean): string {
  const each = registries.map(({ host, path }) => {
    const token = needsToken ? `credentials "${host}" {\n  token = "..." # a token that this server accepts\n}\n` : '';
    return `host "${host}" {\n  services = { "modules.v1" = "${url}${path}" }\n}\n${token}`;
  });
  return each.join('');
}

function welcome(url: string, dir: string, { packages }: MirrorServer, cliConfig: string, needsToken: boolean): string {
  const forSvc = needsToken ? `svc reads the hosts from there and the token from ${tokenVariable(url)}.\n` : '';
  return `Serving ${counted(packages, 'package')} of ${dir} at ${url}
For the CLI configuration of terraform (~/.terraformrc):

${cliConfig}
${forSvc}Press Ctrl-C to stop.
`;
}
