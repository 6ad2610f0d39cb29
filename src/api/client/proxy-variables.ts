/** The variables for each kind of URL; the first one set wins. */
export const proxyVariables: Record<string, readonly string[]> = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
};

/** Returns whether any variable sets a proxy; otherwise no proxy code is loaded. */
export function namesProxy(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(proxyVariables).some((names) => names.some((name) => env[name]));
}
