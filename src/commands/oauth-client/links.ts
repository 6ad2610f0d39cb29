import { affectedWorkspacesQuery, oauthClients } from '../../contract/platform/oauth-clients.ts';
import { RejectedError } from '../../errors.ts';
import type { Context } from '../context.ts';

/** Which workspaces use a client, as words to begin a sentence with. */
export interface Users {
  words: string;
  /** Undefined where the server does not tell. */
  count: number | undefined;
}

/** @throws {SvcError} when there is no such client; a server that only refuses to count is none */
export async function usersOf(id: string, { platform }: Pick<Context, 'platform'>): Promise<Users> {
  const reply = await platform(oauthClients.show, { id, query: { [affectedWorkspacesQuery]: true } }).catch(
    (error: unknown) => {
      if (error instanceof RejectedError) return undefined;
      throw error;
    },
  );
  const count = reply?.data.attributes['affected-workspaces-count'] ?? undefined;
  if (count === undefined) return { count, words: 'The workspaces that use it' };
  return { count, words: count === 1 ? 'One workspace' : `${count} workspaces` };
}
