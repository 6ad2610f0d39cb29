import { startSandbox } from '../../src/sandbox/server.ts';

/** A running service as the literal wire cases know it: addresses, tokens and a clock, nothing of how it is built. */
export interface Service {
  /** e.g. http://127.0.0.1:4000 */
  address: string;
  /** Ends in /api/v2. */
  api: string;
  /** Ends in /v1/modules/. */
  registry: string;
  tokens: { 'site-admin': string; owner: string; user: string; team: string; organization: string };
  /** Moves the service's clock forward (it is fake and starts at 2026-01-15T12:00:00Z). */
  advance(ms: number): void;
  close(): Promise<void>;
}

export async function startService(options: { edition?: 'self-hosted' | 'hosted' } = {}): Promise<Service> {
  let at = Date.parse('2026-01-15T12:00:00Z');
  const { info, close } = await startSandbox({ ...options, now: () => new Date(at) });
  const { address, api, registry, tokens } = info;
  return {
    address,
    api,
    registry,
    tokens,
    advance(ms) {
      at += ms;
    },
    close,
  };
}
