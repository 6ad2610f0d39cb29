import page from './page?files';

const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', mjs: 'text/javascript' };

/** Files of the page by URL path. */
export const assets = new Map(
  Object.entries(page).flatMap(([name, text]) => {
    const type = types[name.split('.').at(-1)!];
    return type ? [[name === 'index.html' ? '/' : `/${name}`, { type: `${type}; charset=utf-8`, text }] as const] : [];
  }),
);

/** Headers of every response: only our files run, and nothing is cached, framed or sent to other sites. */
export const strictHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
