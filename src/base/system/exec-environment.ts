import { isSecretField } from '../secrets.ts';
import type { Environment } from './programs.ts';

/** The end of a word that means a secret: `PGPASSWORD`, `authToken`. */
const secretWord = /(?:secret|token|password|passwd|passphrase|credential|api[-_]?key)s?$/i;
/** Words that mean a secret only if they are the whole word. `PWD` and `OLDPWD` are folders. */
const shortWord = /^(?:pats?|pass|apikeys?)$/i;
const passwordOfTool = /^.+_PWD$/i;
/** Variables with the URL of a proxy or server, which may contain a user name. */
const addresses = /(?:^|_)proxy$|^SVC_NATS$/i;
/** `scheme://user:password@`, anywhere in a value. */
const password = /:\/\/[^\s/?#@:]*:[^\s/?#@]*@/;
const userInfo = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)?.*@/i;

/**
 * Returns the environment for another program: without svc tokens, variables named like a secret, and URLs with a password, and
 * without the user in URLs of proxies and NATS servers. Variables in `passed`, named by --exec-env, stay unchanged.
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

export function isTokenVariable(name: string): boolean {
  return /^(?:SVC|TF)_TOKEN/i.test(name);
}

/** Returns whether a word in the name of a variable means a secret. */
function isSecretName(name: string): boolean {
  if (isTokenVariable(name) || passwordOfTool.test(name) || isSecretField(name)) return true;
  // Also split `camelCase`, and try two neighbouring words together: `API_KEY`.
  const nameWords = name.replace(/([a-z])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/);
  return nameWords.some(
    (word, at) =>
      secretWord.test(word) || shortWord.test(word) || secretWord.test(`${word}_${nameWords[at + 1] ?? ''}`),
  );
}

/** Returns whether a value contains a token. A short token must be the whole value: it would match unrelated values. */
const holds = (value: string, token: string) => value === token || (token.length >= 4 && value.includes(token));
