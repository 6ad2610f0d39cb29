import { type Command, requires } from './verb.ts';

/** Declares the flags of a server's certificate and its key, which require each other. */
export function certificateFlags(command: Command) {
  return command
    .option('--tls-cert <file>', 'certificate for https (PEM)')
    .option('--tls-key <file>', 'key of the certificate (PEM)');
}

export const certificateRules = [requires('tlsCert', 'tlsKey'), requires('tlsKey', 'tlsCert')];
