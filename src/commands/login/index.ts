import { account } from '../../api/contract/platform/account.ts';
import { platformUrl } from '../../base/origin.ts';
import { ownUser } from '../../base/system/processes.ts';
import type { Context } from '../../cli/context.ts';
import { isRequested, newProfileName } from '../../cli/setting.ts';
import type { Config, Profile } from '../../cli/settings/config.ts';
import { originOf } from '../../cli/settings/credentials.ts';
import { openKeyring, removeToken } from '../../cli/settings/keyring.ts';
import { secretFlags } from '../../cli/terminal/rules.ts';
import { action, type Command } from '../../cli/verb.ts';
import { acceptedToken, reachPlatform, readToken, tokensPage } from './reach.ts';

export const noun = action({
  text: `Login stores the token of a platform on this machine, for the commands that follow, and prompts for it unless a flag gives it. The token is checked with GET /account/details, after a request without it, then stored in plain text, in a file that only you can read; on
Windows it has the permissions of its folder. --keyring stores it in the keyring of the desktop (secret-tool) or of macOS instead. The profile becomes the current one.`,
  flags: (command: Command) =>
    command
      .argument('[host]', 'host or URL of the platform (default: the address in use)')
      .option('--token-file <path>', 'read the token from a file, - for stdin')
      .option('--token-env <name>', 'read the token from an environment variable')
      .option('--keyring', 'store the token in the keyring of the system (not on Windows)'),
  calls: [account.details],
  examples: [
    'svc login svc.example.com',
    'svc login svc.example.com --token-file - < token.txt',
    'svc login --address https://svc.example.com --token-env CI_TOKEN',
  ],
  async run(context, { keyring, tokenFile, tokenEnv }, typed) {
    const { ask, client, host, output, settings } = context;
    settings.allowMissingProfile();
    const insecureHttp = settings.insecureHttp;
    const prompts = tokenFile === undefined && tokenEnv === undefined;
    const platformText = typed ?? settings.knownAddress()?.value.href;
    const missing = [...(platformText === undefined ? ['<host>'] : []), ...(prompts ? ['--token-file'] : [])];
    ask.require(missing, prompts ? `Use ${secretFlags('--token')}.` : undefined);
    const text =
      platformText ??
      (await ask.text('Platform', {
        argument: 'host',
        parse: (typed) => platformUrl(typed, { insecureHttp, source: 'The platform' }),
      }));
    const address = platformUrl(text, { insecureHttp, source: 'The platform' });
    if (keyring) openKeyring({ address: address.href, config: settings.store.path, profile: '' }, host);
    const inUse = settings.profile();
    const profileName = isRequested(inUse.origin) ? newProfileName(settings, inUse.value) : undefined;
    // Read a token from its flag first: an error of this machine must come before any request.
    const tokenFromFlags = prompts ? undefined : await readToken(address, { tokenFile, tokenEnv }, context);
    const connected = await client();
    await reachPlatform(address, connected);
    if (prompts) {
      const page = await tokensPage(address, connected);
      if (page !== undefined) output.note(`Create a token at ${page}`);
    }
    const { data, token } = await acceptedToken(address, tokenFromFlags, connected, context);
    const profile = await storeLogin({ address, keyring, token, ...(profileName && { name: profileName }) }, context);
    output.note(`Logged in to ${address.host} as ${data.attributes.username ?? data.id} (profile ${profile}).`);
    output.note(
      settings.lookup('organization')
        ? 'Next: svc workspace list'
        : 'Next: svc organization list, then svc config set organization NAME to set the default organization.',
    );
    if (host.env.SVC_TOKEN) output.warn('SVC_TOKEN is set and overrides the stored token.');
  },
});

/** Stores a token in the file of a profile or in the keyring, and returns the name of the profile. */
async function storeLogin(
  { address, keyring, name, token }: { address: URL; keyring: true | undefined; name?: string; token: string },
  { dryRun, host, output, settings }: Pick<Context, 'dryRun' | 'host' | 'output' | 'settings'>,
): Promise<string> {
  const { path } = settings.store;
  let profile = '';
  let oldProfile: Profile = {};
  await settings.store.change(async (config) => {
    // Choose the name under the lock, because a concurrent login may choose the same name.
    profile = name ?? profileFor(address, config);
    oldProfile = { ...config.profiles[profile] };
    const { keyring: _, token: __, ...rest } = oldProfile;
    if (keyring && !dryRun) await openKeyring({ address: address.href, config: path, profile }, host).store(token);
    const protection = ownUser === undefined ? 'with the permissions of its folder' : 'readable only by you';
    const place = keyring ? 'in the keyring' : `in plain text in ${path}, ${protection}`;
    if (!dryRun) output.note(`The token is stored ${place}.`);
    config.profiles[profile] = { ...rest, address: address.href, ...(keyring ? { keyring } : { token }) };
    config.current = profile;
  });
  // Remove the old token only after the new one is stored: storing it may fail.
  const isReplaced = keyring && originOf(oldProfile.address) === address.origin;
  const warn = ({ message }: Error) => output.warn(message);
  if (!dryRun && !isReplaced) await removeToken(profile, oldProfile, path, host).catch(warn);
  return profile;
}

/**
 * Returns the name of the profile that stores a login: the profile with this address, else the current profile if it has no address,
 * else a new name from the host, with a number if the name exists.
 */
function profileFor({ host, href }: Pick<URL, 'host' | 'href'>, { current = 'default', profiles }: Config): string {
  const sameAddress = Object.entries(profiles).find(([, { address }]) => address === href);
  if (sameAddress) return sameAddress[0];
  const isFree = (name: string) => profiles[name]?.address === undefined;
  if (isFree(current)) return current;
  const base = host
    .replace(/[^a-z0-9._-]+/gi, '-')
    .replace(/^[^a-z0-9]+/i, '')
    .slice(0, 60);
  let name = base;
  for (let nth = 2; !isFree(name); nth++) name = `${base}-${nth}`;
  return name;
}
