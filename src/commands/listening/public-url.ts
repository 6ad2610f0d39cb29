import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../errors.ts';
import { isLoopback } from '../../origin.ts';
import type { Serving } from './serve.ts';

/** What has to be true for a notification to arrive. */
export const reachHint =
  'The service must reach the listener: in the same network with --host 0.0.0.0, or through a reverse proxy or ssh -R, whose URL is --public-url.';

/**
 * Makes sure that a service beyond this machine is told where the listener is for it.
 * @throws {UsageError} without --public-url, unless the service runs on this machine
 */
export function requireWayBack(publicUrl: string | undefined, { settings }: Pick<Context, 'settings'>): void {
  const { hostname } = settings.address().value;
  if (publicUrl !== undefined || isLoopback(hostname)) return;
  throw new UsageError(`--public-url is needed: the URL at which ${hostname} reaches the listener.`, {
    hint: reachHint,
  });
}

/** The URL that notifications go to: the public one, else the listener's own. */
export function wayBack({ listener, publicUrl }: Serving): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(listener.url);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href;
}
