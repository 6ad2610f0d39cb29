import type { Command } from 'commander';
import { AuthError } from '../../base/errors.ts';
import { platformUrl } from '../../base/origin.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { isRequested, newProfileName } from '../../cli/setting.ts';
import type { Client } from '../../client/client.ts';
import { jsonApiMediaType } from '../../contract/dialect.ts';
import { account, type User } from '../../contract/platform/account.ts';
import { ownUser } from '../../system/processes.ts';
import { secretFlags } from '../../terminal/rules.ts';
import { profileFor } from './profile-for.ts';
import { reachPlatform, tokensPage } from './reach.ts';

export function register(login: Command): void {
  explain(login, {
    notes: `The token is checked with GET /account/details, then stored in plain text, in a file that only you can read; on Windows it
has the permissions of its folder. The profile becomes the current one.`,
    calls: [account.details],
    examples: [
      'svc login svc.example.com',
      'svc login svc.example.com --token-file - < token.txt',
      'svc login --address https://svc.example.com --token-env CI_TOKEN',
    ],
  })
    .argument('[host]', 'host or URL of the platform (default: the address in use)')
    .option('--token-file <path>', 'read the token from a file, - for stdin')
    .option('--token-env <name>', 'read the token from an environment variable')
    .action(
      run(async ({ ask, client, credentials, dryRun, host, output, settings }, { tokenFile, tokenEnv }, typed) => {
        settings.mayMakeProfile();
        const insecureHttp = settings.insecureHttp;
        const prompts = tokenFile === undefined && tokenEnv === undefined;
        const known = typed ?? settings.knownAddress()?.value.href;
        const missing = [...(known === undefined ? ['<host>'] : []), ...(prompts ? ['--token-file'] : [])];
        ask.require(missing, prompts ? `Give ${secretFlags('--token')}.` : undefined);
        const text =
          known ??
          (await ask.text('Platform', {
            argument: 'host',
            parse: (typed) => platformUrl(typed, { insecureHttp, source: 'The platform' }),
          }));
        const address = platformUrl(text, { insecureHttp, source: 'The platform' });
        const { path } = settings.store;
        const inUse = settings.profile();
        const wanted = isRequested(inUse.origin) ? newProfileName(settings, inUse.value) : undefined;
        const connected = await client();
        if (prompts) {
          await reachPlatform(address, connected);
          output.note(`Create a token at ${tokensPage(address)}`);
        }
        const { data, token } = await accepted(address, { tokenFile, tokenEnv }, connected, { ask, credentials });
        let profile = '';
        await settings.store.change((config) => {
          // Chosen under the lock, because a concurrent login may use the same name.
          profile = wanted ?? profileFor(address, config);
          const protection = ownUser === undefined ? 'with the permissions of its folder' : 'readable only by you';
          if (!dryRun) output.note(`The token is stored in plain text in ${path}, ${protection}.`);
          config.profiles[profile] = { ...config.profiles[profile], address: address.href, token };
          config.current = profile;
        });
        output.note(`Logged in to ${address.host} as ${data.attributes.username ?? data.id} (profile ${profile}).`);
        output.note(
          settings.organization()
            ? 'Next: svc workspace list'
            : 'Next: svc organization list, then svc config set organization NAME to set the default organization.',
        );
        if (host.env.SVC_TOKEN) output.warn('SVC_TOKEN is set and overrides the stored token.');
      }),
    );
}

/** The token of the platform that accepts it, and its user; prompts again for one that was typed. @throws {AuthError} */
async function accepted(
  address: URL,
  { tokenEnv, tokenFile }: { tokenFile?: string | undefined; tokenEnv?: string | undefined },
  client: Client,
  { ask, credentials }: Pick<Context, 'ask' | 'credentials'>,
): Promise<{ token: string; data: User }> {
  const isTyped = tokenFile === undefined && tokenEnv === undefined;
  const from = isTyped
    ? new ValueOrigin('entered', '', 'just entered')
    : tokenEnv === undefined
      ? new ValueOrigin('file', tokenFile ?? '', tokenFile === '-' ? 'stdin' : `file ${tokenFile}`)
      : new ValueOrigin('environment', tokenEnv);
  for (;;) {
    const source = { flag: '--token', file: tokenFile, env: tokenEnv };
    const token = (await ask.secret(`Token for ${address.host}`, source)).trim();
    credentials.use(address.origin, token, from);
    try {
      const { data } = await client.call(address, account.details, {}, { accept: jsonApiMediaType });
      return { token, data };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const message = `${address.host} rejected this token.`;
      if (!isTyped) throw new AuthError(message, error);
      ask.complain(message);
    }
  }
}
