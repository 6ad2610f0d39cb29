import { parseSet } from '../../cli/set-flag.ts';
import { doubts, emptyDoubts } from '../../cli/values.ts';
import { providerWithPrivateKey, serviceProviders } from '../../contract/platform/oauth-clients.ts';
import { UsageError } from '../../errors.ts';
import { isSecretField } from '../../secrets.ts';
import { isKnownProvider } from './providers.ts';

interface Given {
  serviceProvider?: string | undefined;
  name?: string | undefined;
  key?: string | undefined;
  privateKeyFile?: string | undefined;
  privateKeyEnv?: string | undefined;
}

/** Warnings about what is odd but not against the specification: it is sent all the same, the service decides. */
export function oddities({ key, name, privateKeyEnv, privateKeyFile, serviceProvider: provider }: Given): string[] {
  const hasPrivateKey = (privateKeyFile ?? privateKeyEnv) !== undefined;
  const needsNone = provider !== undefined && isKnownProvider(provider) && provider !== providerWithPrivateKey;
  return [
    ...doubts('--service-provider', provider, serviceProviders),
    ...emptyDoubts({ '--name': name, '--key': key }),
    ...(hasPrivateKey && needsNone ? [`${provider} needs no private key; it is sent all the same.`] : []),
  ];
}

/** @throws {UsageError} for a secret that would stand on the command line */
export function refuseSecretSettings(set: readonly string[] | undefined): void {
  const secret = Object.keys(parseSet(set).attributes).find(isSecretField);
  if (secret === undefined) return;
  throw new UsageError(`--set: ${secret} is a secret, which others can read on a command line.`, {
    hint: 'Give it by file, environment variable or prompt; where no flag takes it: svc api METHOD PATH --input FILE.',
  });
}
