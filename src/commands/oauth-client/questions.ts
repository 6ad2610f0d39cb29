import { providerWithPrivateKey, serviceProviders } from '../../api/contract/platform/oauth-clients.ts';
import type { Context } from '../../cli/context.ts';
import { organizationField, type WithOrganization } from '../../cli/lookup.ts';
import { webUrl } from '../../cli/web-url.ts';
import { type Field, FieldKinds } from '../../cli/wizard.ts';
import type { SecretFlags } from './flags.ts';
import { offerFor } from './providers.ts';

/** Values of a new client. */
export interface ClientAnswers extends SecretFlags, WithOrganization {
  serviceProvider?: string;
  name?: string;
  httpUrl?: string;
  apiUrl?: string;
  oauthTokenString?: string;
  privateKey?: string;
  set?: string[];
}

/** Returns the prompts for a new client. */
export function clientFields(f: SecretFlags, { ask, read }: Pick<Context, 'ask' | 'read'>): Field<ClientAnswers>[] {
  const kinds = new FieldKinds<ClientAnswers>(ask);
  const offer = ({ serviceProvider = '' }: ClientAnswers) => offerFor(serviceProvider);
  const givesKey = (f.privateKeyFile ?? f.privateKeyEnv) !== undefined;
  const question = 'File with the SSH private key';
  const needsKey = ({ privateKey, serviceProvider }: ClientAnswers) =>
    privateKey === undefined && (givesKey || serviceProvider === providerWithPrivateKey);
  let given = givesKey;
  const key = kinds.field('privateKeyFile', { question, missing: needsKey, sets: ['private-key'] }, async (flag) => {
    const asked = async () => ({ file: await ask.text(question, { flag, parse: (path) => read(flag, path) }) });
    const source = given ? { file: f.privateKeyFile, env: f.privateKeyEnv } : await asked();
    given = false;
    const value = await ask.secret('Private key', { flag: '--private-key', ...source });
    // Restore the line end that reading a secret removed: OpenSSH requires it in a key.
    return { privateKey: value.endsWith('-----') ? `${value}\n` : value };
  });

  return [
    organizationField(ask),
    kinds.choice('serviceProvider', serviceProviders, { question: 'Service provider', initial: 'github' }),
    kinds.text('httpUrl', {
      question: 'Homepage of the provider',
      parse: webUrl,
      initial: (answers) => offer(answers)?.httpUrl,
    }),
    kinds.text('apiUrl', {
      question: 'Base URL of its API',
      parse: webUrl,
      initial: (answers) => offer(answers)?.apiUrl(answers.httpUrl ?? ''),
    }),
    kinds.text('name', {
      question: 'Name',
      optional: true,
      initial: (answers) => offer(answers)?.displayName ?? answers.serviceProvider,
    }),
    kinds.secret('oauthTokenString', {
      question: 'OAuth token string of the provider',
      source: { file: f.oauthTokenStringFile, env: f.oauthTokenStringEnv },
    }),
    { ...key, hasSource: givesKey },
  ];
}
