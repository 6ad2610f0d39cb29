import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { account, type User } from '../../api/contract/platform/account.ts';
import { CancelledError, isAboutCommand, SvcError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import type { ValueOrigin } from '../../base/value-origin.ts';
import type { View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { type GlanceLine, glance, good, problem } from '../../cli/glance.ts';
import { relativeTime } from '../../cli/terminal/time.ts';
import { tokenRights } from '../../cli/user.ts';
import { verb } from '../../cli/verb.ts';

export const status = verb({
  words: 'status',
  about: 'Show the platform, the user and the token in use',
  text: `Shows which platform svc uses, as which user, where the token comes from, what it may do, and when it expires, if known. The token is
not shown. The exit code is 4 if the token is missing or rejected. If the platform cannot check it, the exit code is that of the failure
(svc help exit-codes). In both cases, what is known here is on stderr. A token in the keyring is not read, and so not checked; svc whoami checks it.`,
  calls: [account.details],
  examples: ['svc auth status', 'svc auth status -o json'],
  async run(context) {
    const { credentials, output, platform, settings } = context;
    const address = settings.address();
    const profile = settings.profile();
    const token = credentials.find(address.value.origin, 'platform');
    let failure: SvcError | undefined;
    const checked = token?.entry ? undefined : platform(account.details, {});
    const user = await checked?.catch((error: unknown) => {
      if (!(error instanceof SvcError) || isAboutCommand(error) || error instanceof CancelledError) throw error;
      failure = error;
    });
    const organization = settings.lookup('organization');
    const status: Status = {
      address: { value: address.value.href, origin: address.origin },
      profile: { value: profile.value, origin: profile.origin },
      organization: organization ? { value: organization.value, origin: organization.origin } : null,
      token: { origin: token?.origin ?? '' },
      // Null if the token was not read.
      user: user ? { id: user.data.id, username: user.data.attributes.username ?? null } : null,
    };
    if (failure === undefined)
      return output.show(statusView, status, async function* (canvas) {
        yield* glance(await linesOf(status, user?.data, context))(canvas) as Iterable<string>;
      });
    if (failure.status === 401) status.token.isRejected = true;
    for (const { name, of } of statusView.columns.slice(1)) output.note(`${name}: ${of(status) ?? 'none'}`);
    throw failure;
  },
});

/** Returns the lines for people: the platform and the user, the token and its permissions, its expiry, and the default settings. */
async function linesOf({ address, organization, profile, token }: Status, user: User | undefined, context: Context) {
  const name = user && (user.attributes.username ?? user.id);
  const unchecked = problem(`The token was not checked (${token.origin}).`, 'svc whoami');
  const defaults = `Profile ${profile.value}, ${organization ? `organization ${withSource(organization)}` : 'no default organization'}`;
  return [
    good(`${user ? 'Connected to' : 'Platform:'} ${withSource(address)}${name ? ` as ${name}` : ''}`),
    user ? good(tokenRights(user, token.origin).sentence) : unchecked,
    ...(user ? await expiryOf(user, new URL(address.value), context) : []),
    organization ? good(defaults) : problem(defaults, 'svc config set organization NAME'),
  ];
}

const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns a line about the expiry of the token; none if the service does not show it. assumed: the link `auth-token` of the user, and `expired-at`
 * of the token (docs/protocol/account.md#assumed).
 */
async function expiryOf(
  { links }: User,
  { origin }: URL,
  { client, credentials, host }: Context,
): Promise<GlanceLine[]> {
  const link = links?.['auth-token'];
  const url = typeof link === 'string' && URL.canParse(link, origin) ? new URL(link, origin) : undefined;
  // Send the token only to its own origin.
  if (url?.origin !== origin) return [];
  const options = { accept: jsonApiMediaType, audience: 'platform', redirects: 0, retries: 0 } as const;
  const response = await (await client()).send('GET', url, undefined, options).catch((error: unknown) => {
    if (!(error instanceof SvcError) || error instanceof CancelledError) throw error;
  });
  const document = jsonIn(response?.text ?? '') as { data?: { attributes?: { 'expired-at'?: unknown } } } | undefined;
  const end = document?.data?.attributes?.['expired-at'];
  if (end === null) return [good('The token does not expire.')];
  if (typeof end !== 'string' || Number.isNaN(Date.parse(end))) return [];
  const leftMs = Date.parse(end) - host.now().getTime();
  const text = `The token ${leftMs < 0 ? 'expired' : 'expires'} on ${end.slice(0, 10)} (${relativeTime(end, host.now())}).`;
  const source = credentials.find(origin, 'platform')?.origin;
  const fix = source?.kind === 'environment' ? `Set ${source} to a new token.` : `svc login ${origin}`;
  return [leftMs < weekMs ? problem(text, fix) : good(text)];
}

type Sourced = { value: string; origin: ValueOrigin };

/** The result of `svc auth status`: each value with its source. Omits the token itself. */
interface Status {
  address: Sourced;
  profile: Sourced;
  organization: Sourced | null;
  token: { origin: ValueOrigin | ''; isRejected?: true };
  user: { id: string; username: string | null } | null;
}

const withSource = ({ value, origin }: Sourced) => `${value} (${origin})`;

const statusView: View<Status> = {
  columns: [
    { name: 'user', of: ({ user }) => user?.username ?? user?.id },
    { name: 'address', of: ({ address }) => withSource(address) },
    { name: 'profile', of: ({ profile }) => withSource(profile) },
    { name: 'organization', of: ({ organization }) => organization && withSource(organization) },
    {
      name: 'token',
      of: ({ token, user }) => `${user ? 'accepted' : token.isRejected ? 'rejected' : 'not checked'} (${token.origin})`,
    },
  ],
};
