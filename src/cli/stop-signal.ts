import { cancellation } from '../base/errors.ts';
import type { Context } from './context.ts';

/** Lets a command that runs until Ctrl-C or SIGTERM end with exit code 0. @throws {CancelledError} after SIGHUP */
export function endNormally({ host, output }: Pick<Context, 'host' | 'output'>): void {
  const reason = cancellation(host.signal);
  if (reason.exit !== 130 && reason.exit !== 143) throw reason;
  output.note('Stopped.');
}
