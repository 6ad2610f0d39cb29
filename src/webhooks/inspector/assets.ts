import base from './page/base.css?raw';
import causes from './page/causes.mjs?raw';
import clipboard from './page/clipboard.mjs?raw';
import deliveryCss from './page/delivery.css?raw';
import detail from './page/detail.mjs?raw';
import dom from './page/dom.mjs?raw';
import empty from './page/empty.mjs?raw';
import feed from './page/feed.mjs?raw';
import filter from './page/filter.mjs?raw';
import html from './page/index.html?raw';
import keys from './page/keys.mjs?raw';
import latest from './page/latest.mjs?raw';
import listCss from './page/list.css?raw';
import list from './page/list.mjs?raw';
import main from './page/main.mjs?raw';
import news from './page/news.mjs?raw';
import older from './page/older.mjs?raw';
import pane from './page/pane.mjs?raw';
import payloadCss from './page/payload.css?raw';
import raw from './page/raw.mjs?raw';
import reach from './page/reach.mjs?raw';
import replay from './page/replay.mjs?raw';
import text from './page/text.mjs?raw';
import theme from './page/theme.mjs?raw';
import timelineCss from './page/timeline.css?raw';
import timeline from './page/timeline.mjs?raw';
import tree from './page/tree.mjs?raw';
import verdicts from './page/verdicts.mjs?raw';

/** A file of the page. */
export interface Asset {
  readonly type: string;
  readonly text: string;
}

const scripts = {
  causes,
  clipboard,
  detail,
  dom,
  empty,
  feed,
  filter,
  keys,
  latest,
  list,
  main,
  news,
  older,
  pane,
  raw,
  reach,
  replay,
  text,
  theme,
  timeline,
  tree,
  verdicts,
};
const styles = { base, delivery: deliveryCss, list: listCss, payload: payloadCss, timeline: timelineCss };

/** The files of the page by their paths, as they were written: nothing is made when it is opened. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: html }],
  ...files(styles, 'css', 'text/css; charset=utf-8'),
  ...files(scripts, 'mjs', 'text/javascript; charset=utf-8'),
]);

function files(texts: Record<string, string>, ending: string, type: string): [string, Asset][] {
  return Object.entries(texts).map(([name, text]) => [`/${name}.${ending}`, { type, text }]);
}

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
