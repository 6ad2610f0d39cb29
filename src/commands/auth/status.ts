import { account } from '../../api/contract/platform/account.ts';
import { AuthError, CancelledError, SvcError } from '../../base/errors.ts';
import type { ValueOrigin } from '../../base/value-origin.ts';
import type { View } from '../../base/view.ts';
import { verb } from '../../cli/verb.ts';

export const status = verb({
  words: 'status',
  about: 'Show the platform, profile and token in use, and where each comes from',
  text: `The token is not shown. The exit code is 4 if the token is missing or rejected. If the platform cannot check it, the exit code is that of
the failure (svc help exit-codes), and what is known here is on stderr. A token in the keyring is not read, and so not checked; svc whoami checks it.`,
  calls: [account.details],
  examples: ['svc auth status', 'svc auth status -o json'],
  async run({ credentials, output, platform, settings }) {
    const address = settings.address();
    const profile = settings.profile();
    const token = credentials.find(address.value.origin, 'platform');
    let failure: SvcError | undefined;
    const checked = token?.entry ? undefined : platform(account.details, {});
    const user = await checked?.catch((error: unknown) => {
      if (!(error instanceof SvcError) || error instanceof AuthError || error instanceof CancelledError) throw error;
      failure = error;
    });
    const organization = settings.lookup('organization');
    const status: Status = {
      address: { value: address.value.href, origin: address.origin },
      profile: { value: profile.value, origin: profile.origin },
      organization: organization ? { value: organization.value, origin: organization.origin } : null,
      token: { origin: token?.origin ?? '' },
      user: user ? { id: user.data.id, username: user.data.attributes.username ?? null } : null,
    };
    if (failure === undefined) return output.show(statusView, status);
    for (const { name, of } of statusView.columns.slice(1)) output.note(`${name}: ${of(status) ?? 'none'}`);
    throw failure;
  },
});

interface Sourced {
  value: string;
  origin: ValueOrigin;
}

/** The result of `svc auth status`: each value with its source. Omits the token itself. */
interface Status {
  address: Sourced;
  profile: Sourced;
  organization: Sourced | null;
  token: { origin: ValueOrigin | '' };
  /** Null for a token that was not read. */
  user: { id: string; username: string | null } | null;
}

const withSource = ({ value, origin }: Sourced) => `${value} (${origin})`;

const statusView: View<Status> = {
  columns: [
    { name: 'user', of: ({ user }) => user?.username ?? user?.id },
    { name: 'address', of: ({ address }) => withSource(address) },
    { name: 'profile', of: ({ profile }) => withSource(profile) },
    { name: 'organization', of: ({ organization }) => organization && withSource(organization) },
    { name: 'token', of: ({ token, user }) => `${user ? 'accepted' : 'not checked'} (${token.origin})` },
  ],
};
