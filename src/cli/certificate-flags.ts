import type { Command } from 'commander';
import { requires } from './verb.ts';

/** Declares the flags of a server's certificate and its key, which require each other. */
export function certificateFlags(command: Command) {
  return command
    .optionsGroup('TLS:')
    .option('--tls-cert <file>', 'certificate for https (PEM)')
    .option('--tls-key <file>', 'key of the certificate (PEM)')
    .optionsGroup('Flags:');
}

export const certificateRules = [requires('tlsCert', 'tlsKey'), requires('tlsKey', 'tlsCert')];
