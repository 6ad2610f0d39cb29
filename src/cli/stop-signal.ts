import { cancellation } from '../base/errors.ts';
import type { Context } from './context.ts';

/**
 * Ends a command that runs until it is stopped: exit 0 after Ctrl-C and SIGTERM.
 * @throws {CancelledError} for SIGHUP, which a closed terminal sends
 */
export function stopped({ host, output }: Pick<Context, 'host' | 'output'>): void {
  const reason = cancellation(host.signal);
  if (reason.exit !== 130 && reason.exit !== 143) throw reason;
  output.note('Stopped.');
}
