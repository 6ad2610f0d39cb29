import type { Endpoint } from '../api/contract/endpoint.ts';
import { AuthError, NetworkError } from '../base/errors.ts';
import { isLoopback } from '../base/origin.ts';
import type { Context, Platform } from './context.ts';
import type { Network } from './network.ts';

interface PlatformDeps extends Pick<Context, 'dryRun' | 'host' | 'output' | 'settings'> {
  network(): Promise<Network>;
}

/** Creates the functions that call the platform. After a 404 for a typed name, the error suggests a similar name. */
export function createPlatform(deps: PlatformDeps): Pick<Context, 'platform' | 'platformList' | 'suggest' | 'writes'> {
  const { network, output, settings } = deps;

  const call: Platform = async (endpoint, input, options) => {
    const address = settings.address().value;
    const { jsonApiMediaType } = await import('../api/contract/dialect.ts');
    return (await network()).client.call(address, endpoint, input, {
      accept: jsonApiMediaType,
      audience: 'platform',
      ...options,
    });
  };

  const suggest: Context['suggest'] = async (mistyped) => {
    const { suggestion } = await import('./suggestion.ts');
    return suggestion(mistyped, { ...deps, call });
  };

  async function explained(error: unknown, endpoint: Endpoint, input: object): Promise<never> {
    const { origin, value } = settings.address();
    if (error instanceof AuthError && error.status === 401 && isLoopback(value.hostname)) {
      const { toUseItsTokens } = await import('../sandbox/note.ts');
      const hint = [error.hint, toUseItsTokens(deps.host, value.origin)].filter(Boolean).join(' ') || undefined;
      throw new AuthError(error.message, { ...error, cause: error.cause, hint });
    }
    // For an address of this machine, the usual hint is better: the command that starts a sandbox.
    if (error instanceof NetworkError && error.sent === false && !isLoopback(value.hostname)) {
      const hint = `${error.hint ?? ''} The platform's address comes from ${origin}.`.trim();
      throw new NetworkError(error.message, { ...error, cause: error.cause, hint });
    }
    const { withSuggestion } = await import('./suggestion.ts');
    throw await withSuggestion(error, endpoint, input as Record<string, unknown>, suggest);
  }

  const writes: Context['writes'] = [];
  return {
    suggest,
    writes,

    async platform(endpoint, input, options) {
      const reply = await call(endpoint, input, options).catch((error: unknown) => explained(error, endpoint, input));
      if ('body' in input) writes.push([input.body, reply]);
      return reply;
    },

    async *platformList(endpoint, input, options = {}) {
      const { listEndpoint } = await import('../api/client/lists.ts');
      const cut = (total: number | undefined) =>
        output.note(`Showing ${options.limit}${total === undefined ? '' : ` of ${total}`}; show more with --limit N.`);
      try {
        return yield* listEndpoint((await network()).client, settings.address().value, endpoint, input, {
          ...options,
          cut,
        });
      } catch (error) {
        return explained(error, endpoint, input);
      }
    },
  };
}
