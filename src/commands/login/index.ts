import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { newProfileName } from '../../cli/setting.ts';
import { jsonApiMediaType } from '../../contract/dialect.ts';
import { account } from '../../contract/platform/account.ts';
import { AuthError } from '../../errors.ts';
import { platformUrl } from '../../origin.ts';
import { profileFor } from './profile-for.ts';

export function register(login: Command): void {
  explain(login, {
    notes: `The token is checked with GET /account/details, then stored in plain text, in a file that only you can read. The profile
becomes the current one.`,
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
        const text =
          typed ?? settings.knownAddress()?.value.href ?? (await ask.text('Platform', { argument: 'a HOST' }));
        const address = platformUrl(text, { insecureHttp, source: 'The platform' });
        const { path } = settings.store;
        const inUse = settings.profile();
        const wanted = /^(flag|environment) /.test(inUse.origin) ? newProfileName(settings, inUse.value) : undefined;
        const token = (
          await ask.secret(`Token for ${address.host}`, { flag: '--token', file: tokenFile, env: tokenEnv })
        ).trim();
        credentials.use(address.origin, token);
        const asking = (await client()).call(address, account.details, {}, { accept: jsonApiMediaType });
        const { data } = await asking.catch((error: unknown) => {
          if (error instanceof AuthError) throw new AuthError(`${address.host} does not accept this token.`, error);
          throw error;
        });
        let profile = '';
        await settings.store.change((config) => {
          // Chosen under the lock: another login may have taken the name meanwhile.
          profile = wanted ?? profileFor(address, config);
          if (!dryRun) output.note(`The token will be kept in plain text in ${path}, readable by you only.`);
          config.profiles[profile] = { ...config.profiles[profile], address: address.href, token };
          config.current = profile;
        });
        output.note(`Logged in to ${address.host} as ${data.attributes.username ?? data.id} (profile ${profile}).`);
        if (host.env.SVC_TOKEN) output.warn('SVC_TOKEN is set and goes before the stored token.');
      }),
    );
}
