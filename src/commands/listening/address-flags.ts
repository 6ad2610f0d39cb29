import type { Command } from 'commander';
import type { FlagsOf } from '../../cli/run.ts';
import { port } from '../../cli/values.ts';
import { webUrl } from '../../cli/web-url.ts';

/** Declares where a listener is, for itself and for the service. */
export function placeFlags(command: Command) {
  return command
    .option('--port <n>', 'port to listen on; any free one unless told', port)
    .option('--host <address>', 'address to listen on; this machine only (127.0.0.1) unless told')
    .option('--path <path>', 'the only path that takes deliveries; that of --public-url, or /, unless told')
    .option(
      '--public-url <url>',
      'where the service reaches the listener: a reverse proxy, a tunnel, this machine',
      webUrl,
    )
    .option('--tls-cert <file>', 'speak https, with this certificate (PEM)')
    .option('--tls-key <file>', 'and its key (PEM)');
}
export type PlaceFlags = FlagsOf<typeof placeFlags>;
