import { ValueError } from '../base/errors.ts';
import { defaultStream, hasCredentials, natsUrls } from '../base/nats-url.ts';
import { settingOption } from './values.ts';
import type { Command, FlagsOf } from './verb.ts';

/** Declares the flags that select the stream and the NATS login. */
export function brokerFlags(command: Command) {
  return command
    .optionsGroup('NATS:')
    .option('--stream <name>', 'NATS stream of the deliveries', streamName, defaultStream)
    .addOption(settingOption('nats-creds-file'))
    .addOption(settingOption('nats-cert-file'))
    .optionsGroup('Flags:');
}
export type BrokerFlags = FlagsOf<typeof brokerFlags>;

/** Parses the URLs of NATS servers. @throws {UsageError} for an invalid URL, and for credentials in it, which other users could see */
export function typedNatsUrls(text: string): URL[] {
  const urls = natsUrls(text);
  if (!urls.some(hasCredentials)) return urls;
  throw new ValueError('must not contain credentials, because other users can see them', {
    hint: 'Specify the URL in SVC_NATS, or use --nats-creds-file.',
  });
}

/** @throws {UsageError} for a name that NATS does not accept */
function streamName(text: string): string {
  if (/^[A-Za-z0-9_-]{1,200}$/.test(text)) return text;
  throw new ValueError(`must be letters, digits, hyphens and underscores, not "${text}"`);
}
