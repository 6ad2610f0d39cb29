import type { Command } from 'commander';
import { requires } from './run.ts';

/** Declares the certificate of a server and its key, which belong to each other. */
export function certificateFlags(command: Command) {
  const declared = command
    .option('--tls-cert <file>', 'certificate for https (PEM)')
    .option('--tls-key <file>', 'key of the certificate (PEM)');
  requires(declared, ['tlsCert'], 'tlsKey');
  return requires(declared, ['tlsKey'], 'tlsCert');
}
