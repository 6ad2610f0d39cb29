import { cancellation } from '../errors.ts';
import type { Context } from './context.ts';

/**
 * Ends a command that runs until it is stopped: Ctrl-C and SIGTERM are its usual end, exit 0.
 * @throws {CancelledError} for SIGHUP, which nobody meant for it
 */
export function stopped({ host, output }: Pick<Context, 'host' | 'output'>): void {
  const reason = cancellation(host.signal);
  if (reason.exit !== 130 && reason.exit !== 143) throw reason;
  output.note('Stopped.');
}
