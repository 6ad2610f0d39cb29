import clipboard from './page/clipboard.mjs?raw';
import detail from './page/detail.mjs?raw';
import dom from './page/dom.mjs?raw';
import feed from './page/feed.mjs?raw';
import filter from './page/filter.mjs?raw';
import html from './page/index.html?raw';
import keys from './page/keys.mjs?raw';
import list from './page/list.mjs?raw';
import main from './page/main.mjs?raw';
import raw from './page/raw.mjs?raw';
import replay from './page/replay.mjs?raw';
import css from './page/style.css?raw';
import text from './page/text.mjs?raw';
import theme from './page/theme.mjs?raw';
import timeline from './page/timeline.mjs?raw';
import tree from './page/tree.mjs?raw';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly text: string;
}

const scripts = { clipboard, detail, dom, feed, filter, keys, list, main, raw, replay, text, theme, timeline, tree };
const script = (source: string): Asset => ({ type: 'text/javascript; charset=utf-8', text: source });

/** The files of the page by their paths, as they were written: nothing is made when it is opened. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: html }],
  ['/style.css', { type: 'text/css; charset=utf-8', text: css }],
  ...Object.entries(scripts).map(([name, source]): [string, Asset] => [`/${name}.mjs`, script(source)]),
]);

/** Said with every answer: nothing but our own files runs, nothing is kept, framed or told to others. */
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
