import { domainToASCII, domainToUnicode } from 'node:url';
import { UsageError } from '../../base/errors.ts';
import { mask } from '../../base/secrets.ts';

/** A registry's host, normalised (docs/protocol/discovery.md#hosts). */
export interface Host {
  /** The form to compare, for the keys of tokens and for URLs: lower-case, punycode, with `:port` unless it is 443. */
  readonly ascii: string;
  /** The host in Unicode, for messages. */
  readonly display: string;
}

export interface HostOptions {
  /**
   * The place where the host was typed. In a module address it needs a dot and no punycode; a setting (`--registry`, `svc login`, the name
   * of a token variable) accepts `localhost` and punycode.
   */
  typed?: 'address' | 'setting';
  /** The hint if a host in an address has no dot. */
  hint?: string;
}

const tooLong = 'it is longer than 253 characters';
const dots = /[.\u3002\uff0e\uff61]/u;
/** Returns whether a label has only letters, marks, digits, hyphens, emoji, and marks that some scripts need inside a word. */
const isHostLabel = (label: string) =>
  /^[\w-]+$/.test(label) || /^[\p{L}\p{M}\p{N}\p{So}\-_\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d]+$/u.test(label);
const asciiLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Parses `HOST[:PORT]` as typed. @throws UsageError with the reason and what to type instead. */
export function parseHost(text: string, { hint, typed = 'address' }: HostOptions = {}): Host {
  rejectMoreThanHost(text);
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const port = colon < 0 ? '' : normalPort(text, text.slice(colon + 1));
  if (name.length > 253) throw rejection(text, tooLong, 'Type a shorter name.');
  const labels = name.split(dots);
  if (labels.includes('')) {
    throw rejection(text, 'it has an empty label', 'Use single dots, and none at the ends.');
  }
  if (typed === 'address') rejectPunycode(text, labels);
  const ascii = labels.every(isHostLabel) ? domainToASCII(name) : '';
  if (!ascii) {
    const reason = 'it contains a character that is not allowed in a host name';
    throw rejection(text, reason, 'Use letters, digits, hyphens and dots.');
  }
  rejectAscii(text, ascii, labels);
  if (typed === 'address' && !ascii.includes('.')) {
    const advice = hint ?? `Omit it from the address and give it with --registry ${text}.`;
    throw rejection(text, 'the host of a module address must contain a dot', advice);
  }
  return { ascii: ascii + port, display: domainToUnicode(ascii) + port };
}

function rejectMoreThanHost(text: string): void {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/|^https?:(?!\d+$)/i.exec(text)?.[0];
  if (scheme) {
    const rest = text.slice(scheme.length).replace(/^\/+|[/?#].*$|^.*@/gs, '');
    throw rejection(text, 'it starts with a scheme', `Type the host alone: ${rest || 'registry.example.com'}`);
  }
  const fault = otherRules.find(([pattern]) => pattern.test(text));
  if (fault) throw rejection(text, fault[1], fault[2]);
}

const otherRules: [RegExp, reason: string, hint: string][] = [
  [/^$/, 'it is empty', 'Type a host such as registry.example.com.'],
  [/[/\\?#@]/, 'it is more than a host and a port', 'Type it as registry.example.com or example.com:8443.'],
  [
    /^\[|:.*:/s,
    'it has more than one colon; IPv6 addresses are not supported',
    'Use a name, or give a URL with --registry.',
  ],
];

function normalPort(text: string, digits: string): string {
  const hint = 'Type the port after the colon, or omit the colon.';
  const port = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
  if (port === 0 || port > 65535) throw rejection(text, 'its port is not a number from 1 to 65535', hint);
  return port === 443 ? '' : `:${port}`;
}

/** Rejects punycode: names in addresses are written in their own script (docs/protocol/discovery.md#hosts). */
function rejectPunycode(text: string, labels: readonly string[]): void {
  const normalizedLabels = labels.map((label) => label.normalize('NFKC').toLowerCase());
  if (!normalizedLabels.some((label) => /^..--/u.test(label))) return;
  const unicode = domainToUnicode(normalizedLabels.join('.'));
  const inOwn = unicode === '' || unicode === normalizedLabels.join('.') ? '.' : `: ${unicode}`;
  throw rejection(text, 'it is written in punycode', `Write the name in its own letters${inOwn}`);
}

function rejectAscii(text: string, ascii: string, typed: readonly string[]): void {
  const labels = ascii.split('.');
  const hint = 'Each label must be 1 to 63 letters, digits and hyphens, without a hyphen at either end.';
  if (labels.includes('')) throw rejection(text, 'it has an empty label', hint);
  if (ascii.length > 253) throw rejection(text, tooLong, 'Type a shorter name.');
  const bad = labels.find((label) => !asciiLabel.test(label));
  if (bad !== undefined) {
    const reason = bad.length > 63 ? 'one of its labels is longer than 63 characters' : `"${bad}" is not a label`;
    throw rejection(text, reason, hint);
  }
  // The URL parser reads 1.2.3 and 0x7f.1 as IPv4 addresses, which would be another host than the typed one.
  if (/^[0-9]+$/.test(labels.at(-1)!) && ascii !== typed.join('.')) {
    throw rejection(text, 'it reads as an IPv4 address', 'Write an IPv4 address as four decimal numbers.');
  }
}

function rejection(text: string, reason: string, hint: string): UsageError {
  // The text before an @ may be a password.
  return new UsageError(`${JSON.stringify(text.replace(/^.*@/s, `${mask}@`))} is not a registry host: ${reason}.`, {
    hint,
  });
}
