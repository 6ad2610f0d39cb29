import type { Command } from 'commander';
import { z } from 'zod';
import { option, port } from '../../cli/values.ts';
import { webUrl } from '../../contract/url.ts';

/** Where a listener is, for itself and for the service. */
export const placeFlags = z.object({
  port: z.number().max(65_535).optional(),
  host: z.string().optional(),
  path: z.string().optional(),
  publicUrl: webUrl.optional(),
  tlsCert: z.string().optional(),
  tlsKey: z.string().optional(),
});
export type PlaceFlags = z.infer<typeof placeFlags>;

export function declarePlaceFlags(command: Command): Command {
  return command
    .addOption(option('--port <n>', 'port to listen on; any free one unless told', port))
    .option('--host <address>', 'address to listen on; this machine only (127.0.0.1) unless told')
    .option('--path <path>', 'the only path that takes deliveries; that of --public-url, or /, unless told')
    .option('--public-url <url>', 'where the service reaches the listener: a reverse proxy, a tunnel, this machine')
    .option('--tls-cert <file>', 'speak https, with this certificate (PEM)')
    .option('--tls-key <file>', 'and its key (PEM)');
}
