import { platform } from 'node:os';
import type { Context } from '../../cli/context.ts';
import { announced, announcedElsewhere } from '../../cli/sandbox-notes.ts';
import { codeOf, isTimeout } from '../../client/faults.ts';
import type { NetworkError } from '../../errors.ts';
import { evalOf, exportOf, type ShellLanguage, shellWord } from '../../shell-word.ts';
import type { Subject } from './subject.ts';

/** What to type to set the system clock. */
export const clockFix =
  { darwin: 'sudo sntp -sS time.apple.com', win32: 'w32tm /resync' }[platform() as string] ??
  'sudo timedatectl set-ntp true';

/** What to type to change a setting at the place that is in force. Capitals in the value are placeholders. */
export function changeOf(
  key: 'address' | 'ca-file' | 'nats' | 'registry',
  origin: string,
  value: string,
  shell: ShellLanguage,
): string {
  const [, variable] = /^environment (\S+)$/.exec(origin) ?? [];
  if (variable !== undefined) return exportOf({ [variable]: value }, shell);
  if (origin.startsWith('flag ')) return `svc doctor --${key} ${shellWord(value, shell)}`;
  return key === 'address' ? `svc login ${value}` : `svc config set ${key} ${shellWord(value, shell)}`;
}

/** What to type to replace a token. `svc login` has no effect while one of our variables is set. */
export function tokenFix(origin: string, { origin: at }: URL, shell: ShellLanguage): string {
  const [, variable] = /^environment (SVC_\S+)$/.exec(origin) ?? [];
  return variable === undefined ? `svc login ${at}` : exportOf({ [variable]: 'TOKEN' }, shell);
}

/** A setting's URL and its origin. */
interface Target {
  url: URL;
  origin: string;
}

/** What to type for a host that cannot be reached or trusted; undefined if its URL has to change. */
export function networkFix(
  error: NetworkError,
  url: URL,
  { context, limitMs }: Pick<Subject, 'context' | 'limitMs'>,
): string | undefined {
  const code = codeOf(error.cause);
  const { host, settings } = context;
  if (isTimeout(code)) return longerFix(limitMs);
  if (/^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) {
    return sandboxFix(context, url) ?? changeOf('ca-file', settings.find('ca-file')?.origin ?? '', 'PATH', host.shell);
  }
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (code !== 'ECONNREFUSED' || !isHere || url.port === '') return undefined;
  // Nothing listens at this address, even if a note has it.
  if (announcedElsewhere(url.origin, host) !== undefined) return evalOf('svc sandbox env', host.shell);
  return `svc sandbox start --port ${url.port}${url.protocol === 'https:' ? ' --tls' : ''}`;
}

/** What to type to give a slow server more time. */
export function longerFix(limitMs: number): string {
  return `svc doctor --timeout ${Math.max(30, Math.ceil(limitMs / 500))}s`;
}

/** The same address with another scheme. */
export function addressOver(protocol: 'http:' | 'https:', { origin, url }: Target, shell: ShellLanguage): string {
  // A URL does not change its scheme together with a default port.
  return changeOf('address', origin, typedUrl(new URL(`${protocol}//${url.host}${url.pathname}`)), shell);
}

/** The URL of a platform as people type it. */
function typedUrl({ href, origin, pathname }: URL): string {
  return pathname === '/api/v2' ? origin : href;
}

/** What to type to use a sandbox that runs on this machine at an origin; undefined without one. */
export function sandboxFix({ host }: Context, { origin }: URL): string | undefined {
  const running = announced(host).find(({ address }) => new URL(address).origin === origin);
  return running && evalOf(`svc sandbox env --address ${origin}`, host.shell);
}
