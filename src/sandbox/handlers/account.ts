import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { account, users } from '../../api/contract/platform/account.ts';
import { builtInPassword } from '../built-in-world.ts';
import type { Call } from '../call.ts';
import type { Caller } from '../callers.ts';
import { inTurn } from '../mutex.ts';
import { invalid, notFound, rowWithId, unauthorized } from '../reply.ts';
import { served } from '../router.ts';
import { username as isUsername, type UserRow } from '../rows/people.ts';
import { memberDocument, userDocument } from '../user-document.ts';

/** assumed: everyone with a token can see every user (docs/protocol/account.md#assumed). */
export const servedUsers = served(users, {
  show: ({ state, params }) => ({ data: memberDocument(rowWithId(state.world.users, params.id)) }),
});

/** See docs/protocol/account.md#endpoints. */
export const servedAccount = served(account, {
  details: (call) => ({ data: userDocument(requireCaller(call)) }),

  update: (call) => {
    const caller = requireCaller(call);
    const { user } = caller;
    const { username, email } = call.body.data.attributes;
    const others = call.state.world.users.filter(({ id }) => id !== user.id);
    if (username !== undefined && !isUsername.safeParse(username).success)
      throw invalid('username', 'Username is invalid');
    if (others.some((other) => other.username === username)) throw invalid('username', takenText('Username'));
    if (others.some((other) => other.email === email)) throw invalid('email', takenText('Email'));
    if (username !== undefined) user.username = username;
    if (email !== undefined) user.email = email;
    return { data: userDocument(caller) };
  },

  password: (call) => {
    const caller = requireCaller(call);
    const { current_password: current, password } = call.body.data.attributes;
    return inTurn(caller.user, async () => {
      // assumed: a wrong current password is a 422; the 401 of the public document is about tokens (docs/protocol/account.md#assumed).
      if (!(await hasPassword(caller.user, current)))
        throw invalid('current_password', 'Current password is incorrect');
      caller.user.passwordHash = await hashPassword(password);
      return { data: userDocument(caller) };
    });
  },

  hcpOrganization: (call) => {
    const { user } = requireCaller(call);
    const row = call.state.world.hcpOrganizations.find(({ id }) => id === call.params.id);
    if (row === undefined || !row.members.includes(user.id)) throw notFound();
    return {
      data: {
        id: row.id,
        type: 'hcp-organization',
        attributes: { name: row.name, 'hcp-owner-email': row.ownerEmail, 'is-hcp-admin': row.admins.includes(user.id) },
        relationships: {
          'default-account': { data: null },
          'connected-plans': { data: row.connectedPlans.map((id) => ({ id, type: 'feature-sets' })) },
        },
        links: { self: `/api/v2/account/hcp-organizations/${row.id}` },
      },
    };
  },
});

/** assumed: the wording; one message with it is known (docs/protocol/conventions.md#error-objects). */
const takenText = (name: string) => `${name} has already been taken`;

function requireCaller({ caller }: Pick<Call, 'caller'>): Caller {
  if (caller === undefined) throw unauthorized();
  return caller;
}

const deriveKey = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>;

/** Hashes a password for storage and adds its salt: the data file must not reveal the password. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await deriveKey(password, salt, 32)).toString('base64url')}`;
}

async function hasPassword({ passwordHash }: UserRow, password: string): Promise<boolean> {
  if (passwordHash === null) return password === builtInPassword;
  const [salt = '', key = ''] = passwordHash.split('.').map((part) => Buffer.from(part, 'base64url'));
  const derivedKey = await deriveKey(password, Buffer.from(salt), 32);
  return derivedKey.length === key.length && timingSafeEqual(derivedKey, Buffer.from(key));
}
