import { isSecretField } from '../secrets.ts';
import type { Environment } from './programs.ts';

/** A word that means a secret, or the end of one: `PGPASSWORD`, `authToken`. */
const secretWord = /(?:secret|token|password|passwd|passphrase|credential|api[-_]?key)s?$/i;
/** Words that mean a secret only as a whole word. `PWD` and `OLDPWD` are folders. */
const shortWord = /^(?:pats?|pass|apikeys?)$/i;
const passwordOfTool = /^.+_PWD$/i;
/** Variables with URLs that may name a user. */
const addresses = /(?:^|_)proxy$|^SVC_NATS$/i;
/** `scheme://user:password@`, anywhere in a value. */
const password = /:\/\/[^\s/?#@:]*:[^\s/?#@]*@/;
const userInfo = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)?.*@/i;

/**
 * Returns the environment of another program: without svc tokens, variables with the name of a secret, users of proxies and NATS
 * servers, and other URLs with a password; except `passed`, the names of --exec-env.
 */
export function passedOn(
  env: Environment,
  { isSecret, passed = [] }: { isSecret: (value: string) => boolean; passed?: readonly string[] | undefined },
): Record<string, string> {
  const tokens = Object.entries(env).flatMap(([name, value]) => (isTokenVariable(name) && value ? [value] : []));
  const passedVariables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    if (passed.includes(name)) passedVariables[name] = value;
    else if (!isSecretName(name) && !isSecret(value) && !tokens.some((token) => holds(value, token))) {
      const shown = addresses.test(name) ? value.replace(userInfo, '$1') : value;
      if (!password.test(shown)) passedVariables[name] = shown;
    }
  }
  return passedVariables;
}

/** Returns whether a variable holds a token of svc, by its name. */
export function isTokenVariable(name: string): boolean {
  return /^(?:SVC|TF)_TOKEN/i.test(name);
}

/** Returns whether a variable holds a secret, by a word of its name. */
function isSecretName(name: string): boolean {
  if (isTokenVariable(name) || passwordOfTool.test(name) || isSecretField(name)) return true;
  // Also the words of `camelCase`, and two words together: `API_KEY`.
  const nameWords = name.replace(/([a-z])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/);
  return nameWords.some(
    (word, at) =>
      secretWord.test(word) || shortWord.test(word) || secretWord.test(`${word}_${nameWords[at + 1] ?? ''}`),
  );
}

/** Returns whether a value contains a token. Short tokens would match unrelated values. */
const holds = (value: string, token: string) => value === token || (token.length >= 4 && value.includes(token));
