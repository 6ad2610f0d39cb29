import type { Command } from 'commander';
import type { FlagsOf } from '../../cli/run.ts';
import { port } from '../../cli/values.ts';
import { webUrl } from '../../cli/web-url.ts';

/** Declares where a listener is, for itself and for the service. */
export function placeFlags(command: Command) {
  return command
    .option('--port <n>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, this machine only)')
    .option('--path <path>', 'the only path that accepts deliveries (default: that of --public-url, or /)')
    .option(
      '--public-url <url>',
      'where the service reaches the listener: a reverse proxy, a tunnel, this machine',
      webUrl,
    )
    .option('--tls-cert <file>', 'speak https, with this certificate (PEM)')
    .option('--tls-key <file>', 'and its key (PEM)');
}
export type PlaceFlags = FlagsOf<typeof placeFlags>;
