/** Words in a field name that mark a secret. */
const secretWord = /(?:^|-)(?:tokens?|secrets?|passwords?|passwd|passphrases?|credentials?|pats?)(?:-|$)/i;
/** Words before `key` that mark a secret; `key` alone is ambiguous, and a `public-key` is public. */
const secretKey = /(?:^|-)(?:private|api|access|secret|signing|hmac)-?keys?(?:-|$)/i;

const secretParameter = /sig|token|secret|pass|pwd|^pw$|credential|key|auth|jwt|session/i;

/** Query parameters that are safe to show: they select a version, or filter and page a list. */
const choosingParameter = /^(?:ref|archive|depth|checksum|region|version|aws_profile|tag|digest)$/;
const listParameter = /^(?:q|(?:page|filter|search)(?:\[.*\]|%5B.*%5D))$/i;

/** Text that looks like a generated secret. */
const opaqueValue = /^(?=.*\d)(?=.*[a-z])[\w.~+/%=-]{24,}$/i;

/** The most bytes of a token: a longer text does not fit a header, and is probably another file. */
export const mostTokenBytes = 8 * 1024;

export const mask = '***';

/** The secrets of this run. All traces, dry runs and errors are masked with them. */
export type Secrets = ReturnType<typeof createSecrets>;

export function createSecrets() {
  const secrets = new Set<string>();
  const fields = new Set<string>();
  const hide = (text: string, isHidden: (secret: string) => boolean) => {
    const longestFirst = [...secrets].filter(isHidden).sort((a, b) => b.length - a.length);
    return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, mask), text);
  };
  return {
    remember(secret: string): string {
      if (secret.length >= 4) {
        secrets.add(secret);
        secrets.add(encodeURIComponent(secret));
        secrets.add(JSON.stringify(secret).slice(1, -1));
      }
      return secret;
    },
    hide: (text: string) => hide(text, () => true),
    /** Masks secrets in a sentence of svc, except secrets of letters alone: a mask in place of an ordinary word would reveal the word. */
    hideInSentence: (text: string) => hide(text, (secret) => !/^[a-z -]+$/i.test(secret)),
    hideField: (name: string) => void fields.add(name),
    isField: (name: string): boolean => fields.has(name) || isSecretField(name),
  };
}

/** Returns whether the name of a field or header means a secret. */
export function isSecretField(name: string): boolean {
  if (/^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name)) return true;
  // The words of `camelCase`, `HTTPName` and `snake_case`, with a dash between them.
  const dashed = name.replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3-$2$4').replace(/[^A-Za-z0-9]+/g, '-');
  return secretWord.test(dashed) || secretKey.test(dashed);
}

/** Returns the secrets in a JSON value, by field name. */
export function secretsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (isSecretField(name) ? textsIn(inner) : secretsIn(inner)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns a deep copy of a JSON value with secret fields and secrets in URLs masked; null stays null. */
export function maskFields(value: unknown, isSecret = isSecretField): unknown {
  if (typeof value === 'string') return maskUrls(value);
  if (Array.isArray(value)) return value.map((each) => maskFields(each, isSecret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name) && inner !== null && typeof inner !== 'boolean' ? mask : maskFields(inner, isSecret),
    ]),
  );
}

/** Masks the userinfo and the secret query parameters of a URL. */
export function maskUrl(url: URL | string): string {
  if (!URL.canParse(String(url))) return maskUrls(String(url));
  const shown = new URL(url);
  if (shown.username || shown.password) {
    shown.username = mask;
    shown.password = '';
  }
  for (const [name, value] of [...shown.searchParams]) {
    if (isSecretParameter(name, value)) shown.searchParams.set(name, mask);
  }
  return shown.href;
}

/** Masks all URLs in a text, relative ones too, but not the account of an ssh URL. */
export function maskUrls(text: string): string {
  if (!/[?&@]/.test(text)) return text;
  return text
    .replace(/(?<!\bssh:)\/\/[^/?#\s"<>]*@/gi, `//${mask}@`)
    .replace(/(?<=\bssh:\/\/)[^/?#\s"<>:@%]*[:@%][^/?#\s"<>]*@/gi, `${mask}@`)
    .replace(/([?&])([^=&#?\s]+)=([^&#\s"<>]*)/g, (pair, separator: string, name: string, value: string) =>
      isSecretParameter(name, value) ? `${separator}${name}=${mask}` : pair,
    );
}

/** Masks the user and the query of a download location, except an ssh account and the version. */
export function maskLocation(text: string): string {
  return text
    .replace(/(?<!\bssh:)\/\/[^/]*@|(?<=\bssh:\/\/)[^/:@%]*[:@%][^/]*@/gi, (user) =>
      user.startsWith('//') ? `//${mask}@` : `${mask}@`,
    )
    .replace(/^(\w+::)?[^/@\s][^/@\s:]*:(?!:)[^/@\s]+@/, `$1${mask}@`)
    .replace(/([?&])([^=&#]*)(=[^&#]*)?/g, (pair, separator: string, name: string, value?: string) =>
      value === undefined || choosingParameter.test(name) ? pair : `${separator}${name}=${mask}`,
    );
}

function isSecretParameter(name: string, value: string): boolean {
  const isPlain = choosingParameter.test(name) || listParameter.test(name);
  return secretParameter.test(name) || (opaqueValue.test(value) && !isPlain);
}
