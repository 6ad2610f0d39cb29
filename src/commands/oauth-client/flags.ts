import { serviceProviders } from '../../api/contract/platform/oauth-clients.ts';
import { setFlag, strictFlag } from '../../cli/set-flag.ts';
import { emptyValues, knowing, nonEmpty, unknownValues } from '../../cli/values.ts';
import type { Command } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import { oauthClient } from '../../platform/resources/oauth-client.ts';
import { isKnownProvider } from './providers.ts';

/** The first sentence of the help of each verb. */
export const clientSentence =
  'An OAuth client connects an organization to a version-control provider, from whose repositories workspaces run.';

/** Declares the flags that `create` and `update` share. */
export function clientFlags(command: Command) {
  return command
    .option('--service-provider <name>', serviceProviders.join(', '), knowing(serviceProviders, nonEmpty))
    .option('--http-url <url>', 'homepage of the provider', webUrl)
    .option('--api-url <url>', 'base URL of its API', webUrl)
    .addOption(setFlag())
    .addOption(strictFlag());
}

export interface SecretFlags {
  oauthTokenStringFile?: string | undefined;
  oauthTokenStringEnv?: string | undefined;
  privateKeyFile?: string | undefined;
  privateKeyEnv?: string | undefined;
}

interface Given extends Pick<SecretFlags, 'privateKeyEnv' | 'privateKeyFile'> {
  serviceProvider?: string | undefined;
  name?: string | undefined;
  key?: string | undefined;
}

/** Returns warnings about unknown and unusual values. These values are sent anyway: the service decides. */
export function warnings({ key, name, privateKeyEnv, privateKeyFile, serviceProvider: provider }: Given): string[] {
  const hasPrivateKey = privateKeyFile ?? privateKeyEnv;
  return [
    ...unknownValues('--service-provider', provider, serviceProviders),
    ...emptyValues({ '--name': name, '--key': key }),
    ...((isKnownProvider(provider ?? '') &&
      oauthClient.entryWarnings?.({ 'private-key': hasPrivateKey, 'service-provider': provider })) ||
      []),
  ];
}

/** Hint about the sources of a secret, which `--set` must not contain. */
export const secretHint =
  'Use a file, an environment variable or a prompt. For a secret without a flag: svc api METHOD PATH --input FILE';
