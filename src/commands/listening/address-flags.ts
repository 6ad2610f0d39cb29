import type { Command } from 'commander';
import type { FlagsOf } from '../../cli/run.ts';
import { port } from '../../cli/values.ts';
import { webUrl } from '../../cli/web-url.ts';

/** Declares where a listener is, for itself and for the service. */
export function placeFlags(command: Command) {
  return command
    .option('--port <n>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, this machine only)')
    .option('--path <path>', 'path that accepts deliveries (default: that of --public-url, or /)')
    .option(
      '--public-url <url>',
      'URL of the listener for the service: a reverse proxy, a tunnel, this machine',
      webUrl,
    )
    .option('--tls-cert <file>', 'certificate for https (PEM)')
    .option('--tls-key <file>', 'key of the certificate (PEM)');
}
export type PlaceFlags = FlagsOf<typeof placeFlags>;
