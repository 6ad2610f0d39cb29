import { oauthClients, providerWithPrivateKey, serviceProviders } from '../../api/contract/platform/oauth-clients.ts';
import type { Context } from '../../cli/context.ts';
import { organizationField, type WithOrganization } from '../../cli/lookup.ts';
import { webUrl } from '../../cli/web-url.ts';
import { type Field, FieldKinds } from '../../cli/wizard.ts';
import { oauthClient } from '../../platform/resources/oauth-client.ts';
import type { SecretFlags } from './flags.ts';
import { offerFor } from './providers.ts';

/** Values of a client. */
export interface ClientAnswers extends SecretFlags, WithOrganization {
  serviceProvider?: string | undefined;
  name?: string | undefined;
  httpUrl?: string | undefined;
  apiUrl?: string | undefined;
  key?: string | undefined;
  secret?: string | undefined;
  oauthTokenString?: string;
  privateKey?: string;
  set?: string[];
}

/** Returns the prompts for a new client. */
export function clientFields(f: SecretFlags, context: Context): Field<ClientAnswers>[] {
  const { ask, read } = context;
  const kinds = new FieldKinds<ClientAnswers>(ask);
  const offer = ({ serviceProvider = '' }: ClientAnswers) => offerFor(serviceProvider);
  const givesKey = (f.privateKeyFile ?? f.privateKeyEnv) !== undefined;
  const question = 'File with the SSH private key';
  const needsKey = ({ privateKey, serviceProvider }: ClientAnswers) =>
    privateKey === undefined && (givesKey || serviceProvider === providerWithPrivateKey);
  let isUnread = givesKey;
  const key = kinds.field('privateKeyFile', { question, missing: needsKey, sets: ['private-key'] }, async (flag) => {
    const askFile = async () => ({ file: await ask.text(question, { flag, parse: (path) => read(flag, path) }) });
    const source = isUnread ? { file: f.privateKeyFile, env: f.privateKeyEnv } : await askFile();
    isUnread = false;
    const value = await ask.secret('Private key', { flag: '--private-key', ...source });
    // OpenSSH requires the line end of a key, which reading a secret removed.
    return { privateKey: value.endsWith('-----') ? `${value}\n` : value };
  });

  return [
    organizationField(oauthClient, context),
    providerField(kinds, ask),
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
      question: 'OAuth token string',
      asked: (answers) => `Access token issued by ${offer(answers)?.displayName ?? 'the provider'}`,
      source: { file: f.oauthTokenStringFile, env: f.oauthTokenStringEnv },
    }),
    { ...key, hasSource: givesKey },
  ];
}

/** Returns the prompt for the provider, which shows the display names of providers. */
function providerField(kinds: FieldKinds<ClientAnswers>, ask: Context['ask']): Field<ClientAnswers> {
  const question = 'Service provider';
  return kinds.field('serviceProvider', { question }, async (flag, { serviceProvider: current = 'github' }) => {
    // If the client has a provider that svc does not know, offer it first, so that it can be kept.
    const providers = offerFor(current) ? serviceProviders : [current, ...serviceProviders];
    const names = new Map(providers.map((each) => [offerFor(each)?.displayName ?? each, each]));
    const name = await ask.choose(question, [...names.keys()], {
      flag,
      initial: offerFor(current)?.displayName ?? current,
    });
    const serviceProvider = names.get(name) ?? name;
    ask.answers.set(flag, [flag, serviceProvider]);
    return { serviceProvider };
  });
}

/** Prompts for each field of a client, and returns the changed ones; null for an emptied one. */
export async function changesOf(id: string, context: Context) {
  const { changesTo } = await import('../../cli/walk.ts');
  const { attributes } = (await context.platform(oauthClients.show, { id })).data;
  const current: ClientAnswers = {
    name: attributes.name ?? undefined,
    serviceProvider: attributes['service-provider'] ?? undefined,
    httpUrl: attributes['http-url'] ?? undefined,
    apiUrl: attributes['api-url'] ?? undefined,
    key: attributes.key ?? undefined,
  };
  const kinds = new FieldKinds<ClientAnswers>(context.ask);
  const fields = [
    kinds.text('name', { question: 'Name', empty: true }),
    // The service requires these three values. A value that the service does not show has no prompt.
    ...(current.serviceProvider ? [providerField(kinds, context.ask)] : []),
    ...(current.httpUrl ? [kinds.text('httpUrl', { question: 'Homepage of the provider', parse: webUrl })] : []),
    ...(current.apiUrl ? [kinds.text('apiUrl', { question: 'Base URL of its API', parse: webUrl })] : []),
    kinds.text('key', { question: 'OAuth client key', empty: true }),
    kinds.secret('secret', { question: 'New OAuth client secret (empty: unchanged)', source: { optional: true } }),
  ];
  const changes = Object.entries(await changesTo(current, fields, context));
  return Object.fromEntries(changes.map(([name, value]) => [name, value ?? null]));
}
