/** Field names whose values never leave the program, in either dialect's spelling. */
const secretField =
  /^(?:.*[-_])?(?:token|password|secret|private[-_]key|oauth[-_]token[-_]string|password[-_]confirmation)$/i;

/** Query parameters that sign or authorize. */
const secretParameter = /sig|token|secret|password|credential|key|auth/i;

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
  return secretField.test(name) || /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i.test(name);
}

/** A deep copy of a JSON value with the values of secret fields masked; null stays null. */
export function maskFields(value: unknown): unknown {
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
  for (const name of [...shown.searchParams.keys()]) {
    if (secretParameter.test(name)) shown.searchParams.set(name, mask);
  }
  return shown.href;
}

/** The same for whatever URLs a text holds, relative ones too. */
export function maskUrls(text: string): string {
  return text
    .replace(/\/\/[^/?#@\s]*@/g, `//${mask}@`)
    .replace(/([?&])([^=&#\s]+)=[^&#\s]*/g, (pair, before: string, name: string) =>
      secretParameter.test(name) ? `${before}${name}=${mask}` : pair,
    );
}
