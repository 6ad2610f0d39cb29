import { byId } from './dom.mjs';
import { listen } from './feed.mjs';
import { readFilter } from './filter.mjs';
import { bindKeys } from './keys.mjs';
import { latest } from './latest.mjs';
import { createList } from './list.mjs';
import { createPane } from './pane.mjs';
import { counted } from './text.mjs';
import { bindTheme } from './theme.mjs';

/** @import { Snapshot, Summary } from '../page-model.ts' */

const filter = /** @type {HTMLInputElement} */ (byId('filter'));
const listPane = byId('list');
const detailPane = byId('detail');

/** @type {Omit<Snapshot, 'deliveries'>} */
let about = { listener: '', destination: null, signs: false, keys: [], most: 500 };
/** All of them, the oldest first, and those the filter lets through, the newest first. @type {Summary[]} */
let all = [];
/** @type {Summary[]} */
let fitting = [];
/** @type {string | null} */
let chosen = null;
const list = createList(listPane, (id) => open(id));
const pane = createPane(detailPane, { about: () => about, deliveries: () => all, open, back, say });

function draw() {
  const { fits, wrong } = readFilter(filter.value, about.keys);
  fitting = all.filter(fits).reverse();
  list.show(fitting, chosen);
  filter.setAttribute('aria-invalid', String(wrong !== null));
  byId('filter-words').replaceChildren(wrong === null ? '' : `Invalid key “${wrong}”. Keys: ${about.keys.join(', ')}`);
  const filtered = filter.value.trim() !== '';
  byId('nothing').replaceChildren(
    fitting.length > 0
      ? ''
      : filtered
        ? `None of ${counted(all.length, 'delivery', 'deliveries')} matches.`
        : 'No deliveries yet.',
  );
  pane.drawTimeline();
}

/** Looks at a delivery; on a narrow page instead of at the list. @param {string} id */
function open(id) {
  document.body.dataset.view = 'detail';
  choose(id);
}

/** @param {string} id */
function choose(id) {
  chosen = id;
  list.show(fitting, chosen);
  list.reveal(id);
  window.history.replaceState(null, '', `#${id}`);
  void pane.show(id);
}

function back() {
  document.body.dataset.view = 'list';
  listPane.focus();
}

/** @param {number} by */
function move(by) {
  const at = fitting.findIndex(({ id }) => id === chosen);
  const next = fitting[at < 0 ? 0 : Math.min(fitting.length - 1, Math.max(0, at + by))];
  if (next) choose(next.id);
}

/** Says something for a while. @param {string} words */
function say(words) {
  const place = byId('said');
  place.textContent = words;
  setTimeout(() => place.textContent === words && place.replaceChildren(), 5000);
}

/** One step back: from typing, from a form, from a delivery. */
function stepBack() {
  if (document.activeElement === filter || pane.closeForm()) listPane.focus();
  else back();
}

const dialog = /** @type {HTMLDialogElement} */ (byId('keys'));
byId('help').addEventListener('click', () => dialog.showModal());
bindTheme(byId('theme'));
filter.addEventListener('input', draw);
filter.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  listPane.focus();
  if (!fitting.some(({ id }) => id === chosen)) move(0);
});
bindKeys(dialog, [
  { keys: ['j', 'ArrowDown'], shown: 'j ↓', words: 'the next one', act: () => move(1) },
  { keys: ['k', 'ArrowUp'], shown: 'k ↑', words: 'the one before', act: () => move(-1) },
  { keys: ['Home'], shown: 'Home', words: 'the newest', act: () => move(Number.NEGATIVE_INFINITY) },
  { keys: ['End'], shown: 'End', words: 'the oldest', act: () => move(Number.POSITIVE_INFINITY) },
  {
    keys: ['Enter'],
    shown: 'Enter',
    words: 'open it',
    act: () => {
      if (chosen === null) return;
      open(chosen);
      detailPane.focus();
    },
  },
  { keys: ['Escape'], shown: 'Esc', words: 'back', act: stepBack },
  {
    keys: ['/'],
    shown: '/',
    words: 'filter',
    act: () => {
      filter.focus();
      filter.select();
    },
  },
  { keys: ['r'], shown: 'r', words: 'replay', act: pane.replay },
  { keys: ['c'], shown: 'c', words: 'copy as curl', act: () => void pane.copy() },
  { keys: ['?'], shown: '?', words: 'these keys', act: () => dialog.showModal() },
]);

const states = { live: 'Live', broken: 'Disconnected; reconnecting', ended: 'The listener has stopped' };
listen({
  snapshot({ deliveries, ...rest }) {
    about = rest;
    all = [...deliveries];
    byId('listener').textContent = about.listener;
    draw();
    const asked = location.hash.slice(1);
    if (chosen === null && all.some(({ id }) => id === asked)) open(asked);
    pane.welcome(about.listener);
  },
  deliveries(summaries) {
    all = latest([...all, ...summaries], about.most);
    draw();
  },
  connection(state) {
    byId('connection').textContent = states[state];
    byId('connection').dataset.state = state;
  },
});
setInterval(() => list.tick(Date.now()), 1000);
