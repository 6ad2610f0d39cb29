import { byId } from './dom.mjs';
import { emptyList } from './empty.mjs';
import { listen } from './feed.mjs';
import { readFilter } from './filter.mjs';
import { bindKeys } from './keys.mjs';
import { latest } from './latest.mjs';
import { createList } from './list.mjs';
import { createNews } from './news.mjs';
import { createOlder } from './older.mjs';
import { createPane } from './pane.mjs';
import { countWords } from './text.mjs';
import { bindTheme } from './theme.mjs';

/** @import { Snapshot, Summary } from '../history.ts' */

const filter = /** @type {HTMLInputElement} */ (byId('filter'));
const rejectedOnly = byId('rejected');
const listPane = byId('list');
const detailPane = byId('detail');

/** @type {Omit<Snapshot, 'deliveries'>} */
let facts = { listener: '', destination: null, signs: false, sample: null, keys: [], most: 500, rejected: 0, total: 0 };
/** Deliveries that the listener has, the oldest first. @type {Summary[]} */
let all = [];
/** Deliveries that match the filter, the newest first. @type {Summary[]} */
let matching = [];
/** `all` and the deliveries loaded from the journal, the oldest first. @type {Summary[]} */
let allLoaded = [];
/** @type {string | null} */
let chosen = null;
let ended = false;
const list = createList(listPane, (id) => open(id));
const pane = createPane(detailPane, { about: () => facts, deliveries: () => allLoaded, open, back, clear, say });
const news = createNews(byId('list-pane'), byId('new'));
const olderButton = /** @type {HTMLButtonElement} */ (byId('older'));
const older = createOlder(olderButton, { changed: draw, say });

function draw() {
  const onlyRejected = rejectedOnly.getAttribute('aria-pressed') === 'true';
  const { fits, wrong } = readFilter(filter.value, facts.keys);
  const isComplete = ended || holdsAll();
  if (wrong === null && !isComplete) older.choose(filter.value.trim(), onlyRejected);
  allLoaded = inOrder(older.deliveries(), all);
  matching = allLoaded.filter((summary) => fits(summary) && !(onlyRejected && summary.accepted)).reverse();
  list.show(matching, chosen);
  filter.setAttribute('aria-invalid', String(wrong !== null));
  byId('filter-words').replaceChildren(wrong === null ? '' : `Unknown key “${wrong}”. Keys: ${facts.keys.join(', ')}`);
  const filtered = filter.value.trim() !== '' || onlyRejected;
  const searched = older.searched();
  const situation = { held: all.length, all: allLoaded.length, shown: matching.length, ended, filtered, searched };
  byId('clear').hidden = !filtered;
  byId('count').textContent = countWords(situation, facts.total, older.more());
  byId('nothing').textContent = emptyList(situation);
  olderButton.hidden = isComplete || !older.more() || (filtered && !searched);
  news.tell(facts.rejected, ended);
  document.body.dataset.empty = String(matching.length === 0);
  pane.drawEmpty(situation);
  pane.drawTimeline();
}

/** Returns whether the listener has every stored delivery: it starts with 200 of the journal, at most 100 of them rejected. */
function holdsAll() {
  return facts.total <= all.length && all.filter(({ earlier }) => earlier).length < 100;
}

/**
 * Merges deliveries by id, in order of time.
 * @param {readonly Summary[]} loaded
 * @param {Summary[]} held
 */
function inOrder(loaded, held) {
  if (loaded.length === 0) return held;
  const byDeliveryId = new Map([...loaded, ...held].map((summary) => [summary.id, summary]));
  return [...byDeliveryId.values()].sort((a, b) => (a.at + a.id < b.at + b.id ? -1 : 1));
}

function clear() {
  filter.value = '';
  rejectedOnly.setAttribute('aria-pressed', 'false');
  draw();
  if (chosen !== null) list.reveal(chosen);
  focusList();
}

function toggleRejected() {
  rejectedOnly.setAttribute('aria-pressed', String(rejectedOnly.getAttribute('aria-pressed') !== 'true'));
  draw();
}

/** Shows a delivery; on a narrow page in place of the list. @param {string} id */
function open(id) {
  document.body.dataset.view = 'detail';
  choose(id);
}

/** @param {string} id */
function choose(id) {
  chosen = id;
  list.show(matching, chosen);
  list.reveal(id);
  window.history.replaceState(null, '', `#${id}`);
  void pane.show(id);
}

function focusList() {
  listPane.focus({ preventScroll: true });
}

function back() {
  document.body.dataset.view = 'list';
  focusList();
  if (chosen !== null) list.reveal(chosen);
  news.look();
}

/** @param {number} by */
function move(by) {
  const at = matching.findIndex(({ id }) => id === chosen);
  moveTo(at < 0 ? 0 : Math.min(matching.length - 1, Math.max(0, at + by)));
}

/** @param {number} at */
function moveTo(at) {
  const next = matching.at(at);
  if (next) choose(next.id);
}

/** Shows a message for five seconds. @param {string} words */
function say(words) {
  const place = byId('said');
  place.textContent = words;
  setTimeout(() => place.textContent === words && place.replaceChildren(), 5000);
}

/** Does the first that applies: clears the filter, leaves it, closes the form, or returns to the list. */
function stepBack() {
  if (document.activeElement === filter && filter.value !== '') {
    filter.value = '';
    draw();
  } else if (document.activeElement === filter || pane.closeForm()) focusList();
  else back();
}

const dialog = /** @type {HTMLDialogElement} */ (byId('keys'));
byId('help').addEventListener('click', () => dialog.showModal());
bindTheme(byId('theme'));
rejectedOnly.addEventListener('click', toggleRejected);
byId('clear').addEventListener('click', clear);
filter.addEventListener('input', draw);
filter.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  focusList();
  if (!matching.some(({ id }) => id === chosen)) move(0);
});
bindKeys(dialog, [
  { keys: ['j', 'ArrowDown'], shown: 'j ↓', words: 'Next delivery', act: () => move(1) },
  { keys: ['k', 'ArrowUp'], shown: 'k ↑', words: 'Previous delivery', act: () => move(-1) },
  { keys: ['Home'], shown: 'Home', words: 'Newest delivery', act: () => moveTo(0) },
  { keys: ['End'], shown: 'End', words: 'Oldest delivery', act: () => moveTo(-1) },
  {
    keys: ['Enter'],
    shown: 'Enter',
    words: 'Open the delivery',
    act: () => {
      if (chosen === null) return;
      open(chosen);
      detailPane.focus();
    },
  },
  { keys: ['Escape'], shown: 'Esc', words: 'Back; in the filter, clear it', act: stepBack },
  {
    keys: ['/'],
    shown: '/',
    words: 'Filter',
    act: () => {
      document.body.dataset.view = 'list';
      filter.focus();
      filter.select();
    },
  },
  { keys: ['x'], shown: 'x', words: 'Rejected only, or all', act: toggleRejected },
  { keys: ['r'], shown: 'r', words: 'Replay', act: pane.replay },
  { keys: ['c'], shown: 'c', words: 'Copy as curl', act: () => void pane.copy() },
  { keys: ['?'], shown: '?', words: 'Keys', act: () => dialog.showModal() },
]);

const states = { live: 'Live', broken: 'Reconnecting', ended: 'Listener stopped' };
/** @param {Summary[]} summaries */
function drawWithNew(summaries) {
  const oldIds = new Set(all.map(({ id }) => id));
  all = summaries;
  draw();
  news.add(matching.filter(({ id }) => !oldIds.has(id)).length);
}

let isFirst = true;
listen({
  snapshot({ deliveries, ...rest }) {
    facts = rest;
    byId('listener').textContent = facts.listener;
    if (!isFirst) return drawWithNew([...deliveries]);
    isFirst = false;
    all = [...deliveries];
    draw();
    const linkedId = location.hash.slice(1);
    if (all.some(({ id }) => id === linkedId)) open(linkedId);
  },
  deliveries(summaries) {
    const rejected = summaries.filter(({ accepted }) => !accepted).length;
    facts = { ...facts, rejected: facts.rejected + rejected, total: facts.total + summaries.length };
    if (all.length + summaries.length > facts.most) older.restart();
    drawWithNew(latest([...all, ...summaries], facts.most));
  },
  connection(state) {
    byId('connection').textContent = states[state];
    byId('connection').dataset.state = state;
    ended = state === 'ended';
    if (ended) draw();
  },
});
setInterval(() => list.tick(Date.now()), 1000);
