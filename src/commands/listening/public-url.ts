import { UsageError } from '../../base/errors.ts';
import { isLoopback } from '../../base/origin.ts';
import type { Context } from '../../cli/context.ts';
import type { Serving } from './serve.ts';

/** How a service reaches a listener. */
export const reachHint =
  'The service must reach the listener: in the same network with --host 0.0.0.0, or through a reverse proxy or a tunnel (ssh -R). Its URL is --public-url.';

/** @throws {UsageError} without --public-url, unless the service runs on this machine and reaches the listener itself */
export function requirePublicUrl(publicUrl: string | undefined, { settings }: Pick<Context, 'settings'>): void {
  const { hostname } = settings.address().value;
  if (publicUrl !== undefined || isLoopback(hostname)) return;
  throw new UsageError(`Missing --public-url, the URL at which ${hostname} reaches the listener.`, {
    hint: reachHint,
  });
}

/** The URL that the service sends to: the public one, else the listener's own. */
export function destinationUrl({ publicUrl, url: own }: Serving): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(own);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href;
}
