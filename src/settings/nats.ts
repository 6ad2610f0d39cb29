import { natsUrls } from '../nats-url.ts';

const of = 'the commands of `svc webhook` that use NATS';

const file = (variable: string, help: string) => ({ help, variables: [variable], profile: true, of }) as const;

/** How the commands that use NATS reach a server, and as whom. */
export const natsLines = {
  nats: {
    flag: '--nats <urls>',
    variables: ['SVC_NATS'],
    help: 'URLs of NATS servers, separated by commas',
    details:
      '`nats://` uses TLS where the server offers it, `tls://` requires it. The URLs of the variable, and of a profile that you write by ' +
      'hand, may contain `USER:PASSWORD@` or `TOKEN@`; those of the flag may not, because other users can see it',
    parse: natsUrls,
    show: (urls: readonly URL[]) => urls.map(({ href }) => href).join(','),
    profile: true,
    of,
  },
  'nats-creds-file': {
    flag: '--nats-creds-file <path>',
    ...file('SVC_NATS_CREDS_FILE', 'credentials file of the NATS user'),
  },
  'nats-nkey-file': {
    flag: '--nats-nkey-file <path>',
    ...file('SVC_NATS_NKEY_FILE', 'file with the nkey seed of the NATS user'),
  },
  'nats-user': {
    flag: '--nats-user <name>',
    variables: ['SVC_NATS_USER'],
    help: 'NATS user, with --nats-password-file or SVC_NATS_PASSWORD',
    profile: true,
    of,
  },
  'nats-password-file': {
    flag: '--nats-password-file <path>',
    ...file('SVC_NATS_PASSWORD_FILE', 'file with the password of --nats-user'),
  },
  'nats-token-file': {
    flag: '--nats-token-file <path>',
    ...file('SVC_NATS_TOKEN_FILE', 'file with the NATS token, or SVC_NATS_TOKEN'),
  },
  'nats-cert-file': {
    flag: '--nats-cert-file <path>',
    ...file('SVC_NATS_CERT_FILE', 'client certificate for NATS (PEM)'),
  },
  'nats-key-file': {
    flag: '--nats-key-file <path>',
    ...file('SVC_NATS_KEY_FILE', 'key of the client certificate (PEM)'),
  },
} as const;

/** The settings that are paths. */
export const natsFiles = [
  'nats-creds-file',
  'nats-nkey-file',
  'nats-password-file',
  'nats-token-file',
  'nats-cert-file',
  'nats-key-file',
] as const;
