/** The variables that name the proxy for each kind of URL, the first that is set first. */
export const proxyVariables: Record<string, readonly string[]> = {
  'https:': ['https_proxy', 'HTTPS_PROXY'],
  'http:': ['http_proxy', 'HTTP_PROXY'],
};

/** Whether anything names a proxy: where nothing does, nothing about proxies is loaded. */
export function namesProxy(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.values(proxyVariables).some((names) => names.some((name) => env[name]));
}
