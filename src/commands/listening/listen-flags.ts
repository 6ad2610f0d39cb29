import { certificateFlags } from '../../cli/certificate.ts';
import { collect } from '../../cli/set-flag.ts';
import { count, duration, knowing, port, positive } from '../../cli/values.ts';
import { both, type Command, excludes, type FlagsOf, requires } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import { filterHelp, filterWords } from '../../webhooks/filter.ts';
import { tokenFlags } from './token-flags.ts';

/** Declares the address of a listener, and its public URL. */
export function placeFlags(command: Command) {
  const declared = command
    .optionsGroup('Address:')
    .option('--port <n>', 'port to listen on (default: any free port)', port)
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--path <path>', 'path that accepts deliveries (default: that of --public-url, or /)')
    .option('--public-url <url>', 'URL at which the service reaches the listener', webUrl);
  return both(declared, certificateFlags(command));
}
export type PlaceFlags = FlagsOf<typeof placeFlags>;

/** Declares the address of a listener, its tokens, and whether it accepts unsigned deliveries. */
export function servingFlags(command: Command) {
  return both(tokenFlags(command, true), both(placeFlags(command), unsignedFlag(command)));
}
export type ServingFlags = FlagsOf<typeof servingFlags>;

export function unsignedFlag(command: Command) {
  return command.option(
    '--allow-unsigned',
    'accept unsigned deliveries, except from a browser; they never count as verified',
  );
}

/** Declares the flags for what a listener does with its deliveries, and for its limits. */
export function deliveryFlags(command: Command) {
  return command
    .optionsGroup('Deliveries:')
    .option('--status <n>', 'respond to valid deliveries with this status (default: 204)', count)
    .option('--forward <url>', 'pass on valid deliveries, return the response')
    .option(
      '--exec <command>',
      'run a command for each valid delivery, without a shell: body on stdin, fields in SVC_WEBHOOK_…',
    )
    .option('--exec-env <name>', 'pass a variable to --exec that it does not get by default; repeatable', collect)
    .option('--exec-timeout <duration>', 'end the command after this time (default: none)', duration)
    .option('--filter <key=value>', `only deliveries ${filterHelp}`, knowing(filterWords, collect))
    .option('--count <n>', 'stop after this many deliveries (default: no limit)', positive)
    .option('--for <duration>', 'stop after this duration (default: no limit)', duration)
    .option('--ui', 'show deliveries in a browser on this machine')
    .option('--open', 'with --ui, open the page in the browser')
    .optionsGroup('Flags:');
}

export const deliveryRules = [
  requires('open', 'ui'),
  requires(['execEnv', 'execTimeout'], 'exec'),
  excludes('forward', 'status'),
];

/** The flags that `webhook listen` and `notification create --listen` share. */
export type ListenFlags = PlaceFlags &
  FlagsOf<typeof unsignedFlag> &
  FlagsOf<typeof deliveryFlags> & { header?: string[] | undefined };
