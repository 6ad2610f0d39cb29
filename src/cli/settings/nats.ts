// Every command loads this file, so it imports nothing: src/cli/setting.ts and src/cli/broker.ts parse the URLs.

const of = 'the commands of `svc webhook` that use NATS, and `svc doctor`';

const file = <const Name extends string>(name: Name, help: string) =>
  ({
    flag: `--nats-${name}-file <path>`,
    variables: [`SVC_NATS_${name.toUpperCase()}_FILE`],
    help,
    profile: true,
    of,
  }) as const;

/** The settings for the connection and the login of the commands that use NATS. */
export const natsLines = {
  nats: {
    flag: '--nats <urls>',
    variables: ['SVC_NATS'],
    help: 'URLs of NATS servers, separated by commas',
    details:
      '`tls://` requires TLS, `nats://` uses it if offered. Only the variable, and a profile edited by hand, may have `USER:PASSWORD@` or `TOKEN@`',
    profile: true,
    of,
  },
  'nats-creds-file': file('creds', 'credentials file of the NATS user'),
  'nats-cert-file': file('cert', 'client certificate for NATS with its key (PEM)'),
} as const;

/** The settings that are paths. */
export type NatsFile = Exclude<keyof typeof natsLines, 'nats'>;
