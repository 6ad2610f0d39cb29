import type { Command } from 'commander';
import { certificateFlags } from '../../cli/certificate-flags.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { port } from '../../cli/values.ts';
import { webUrl } from '../../cli/web-url.ts';

/** Declares where a listener is, for itself and for the service. */
export function placeFlags(command: Command) {
  const declared = command
    .optionsGroup('Address:')
    .option('--port <n>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, this machine only)')
    .option('--path <path>', 'path that accepts deliveries (default: that of --public-url, or /)')
    .option(
      '--public-url <url>',
      'URL of the listener for the service: a reverse proxy, a tunnel, this machine',
      webUrl,
    );
  const whole = both(declared, certificateFlags(command));
  return whole.optionsGroup('Flags:');
}
export type PlaceFlags = FlagsOf<typeof placeFlags>;
