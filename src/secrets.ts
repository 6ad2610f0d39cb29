/** Words of a name that say that its value is a secret. */
const secretWord = /(?:^|-)(?:tokens?|secrets?|passwords?|passwd|passphrases?|credentials?|pats?)(?:-|$)/i;
/** Those that say so before `key`, which alone may be any name of anything, and in `public-key` is for everybody. */
const secretKey = /(?:^|-)(?:private|api|access|secret|signing|hmac)-?keys?(?:-|$)/i;

/** Query parameters that sign or authorize. */
const secretParameter = /sig|token|secret|pass|pwd|^pw$|credential|key|auth|jwt|session/i;

/** Those of a location that say which thing of several is meant; and those of a list. */
const choosingParameter = /^(?:ref|archive|depth|checksum)$/;
const listParameter = /^(?:q|(?:page|filter|search)(?:\[.*\]|%5B.*%5D))$/i;

/** What nobody writes by hand. */
const opaqueValue = /^(?=.*\d)(?=.*[a-z])[\w.~+/%=-]{24,}$/i;

/** The longest token there may be: no header holds more, and a longer one is another file. */
export const mostTokenBytes = 8 * 1024;

/** What a secret looks like wherever it would have been shown. */
export const mask = '***';

/** The secrets this run has met. Whatever goes to a trace, a dry run or an error passes through it first. */
export interface Secrets {
  /** Takes note of a secret and hands it back. */
  remember(secret: string): string;
  /** Replaces every remembered secret inside a text. */
  hide(text: string): string;
}

/** An empty set of secrets. */
export function createSecrets(): Secrets {
  const known = new Set<string>();
  return {
    remember(secret) {
      if (secret.length >= 4) {
        known.add(secret);
        known.add(encodeURIComponent(secret));
        known.add(JSON.stringify(secret).slice(1, -1));
      }
      return secret;
    },
    hide(text) {
      let hidden = text;
      for (const secret of [...known].sort((a, b) => b.length - a.length)) hidden = hidden.replaceAll(secret, mask);
      return hidden;
    },
  };
}

/** Whether a field of a body or a header holds a secret, by its name. */
export function isSecretField(name: string): boolean {
  if (/^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name)) return true;
  // The words of `camelCase`, `HTTPName` and `snake_case`, with a dash between them.
  const words = name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4').replace(/[^A-Za-z0-9]+/g, '-');
  return secretWord.test(words) || secretKey.test(words);
}

/** The secrets in a JSON value, by the names of the fields that hold them. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (isSecretField(name) ? textsIn(inner) : secretsIn(inner)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A deep copy of a JSON value with the values of secret fields masked, and what URLs in it hold; null stays null. */
export function maskFields(value: unknown): unknown {
  if (typeof value === 'string') return maskUrls(value);
  if (Array.isArray(value)) return value.map(maskFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretField(name) && inner !== null && typeof inner !== 'boolean' ? mask : maskFields(inner),
    ]),
  );
}

/** A URL as it may be shown: no userinfo, and the values of query parameters that sign or authorize masked. */
export function maskUrl(url: URL | string): string {
  let shown: URL;
  try {
    shown = new URL(url);
  } catch {
    return maskUrls(String(url));
  }
  if (shown.username || shown.password) {
    shown.username = mask;
    shown.password = '';
  }
  for (const [name, value] of [...shown.searchParams]) {
    if (isSecretParameter(name, value)) shown.searchParams.set(name, mask);
  }
  return shown.href;
}

/** The same for whatever URLs a text holds, relative ones too. */
export function maskUrls(text: string): string {
  if (!/[?&@]/.test(text)) return text;
  return text
    .replace(/\/\/[^/?#\s"<>]*@/g, `//${mask}@`)
    .replace(/([?&])([^=&#?\s]+)=([^&#\s"<>]*)/g, (pair, before: string, name: string, value: string) =>
      isSecretParameter(name, value) ? `${before}${name}=${mask}` : pair,
    );
}

/**
 * Where something is to be fetched, or what was typed for that, as it may be shown: no password, no user but the one that
 * ssh names an account with, and of its query only the values that say which.
 */
export function maskLocation(text: string): string {
  return text
    .replace(/(?<!\bssh:)\/\/[^/?#]*@|(?<=\bssh:\/\/)[^/?#]*[:@%][^/?#]*@/gi, (user) =>
      user.startsWith('//') ? `//${mask}@` : `${mask}@`,
    )
    .replace(/^[^/@\s]+:[^/@\s]+@/, `${mask}@`)
    .replace(/([?&])([^=&#]*)=[^&#]*/g, (pair, before: string, name: string) =>
      choosingParameter.test(name) ? pair : `${before}${name}=${mask}`,
    );
}

function isSecretParameter(name: string, value: string): boolean {
  const isPlain = choosingParameter.test(name) || listParameter.test(name);
  return secretParameter.test(name) || (opaqueValue.test(value) && !isPlain);
}
