import { copyCommand } from './clipboard.mjs';
import { detailOf } from './detail.mjs';
import { button, byId, make } from './dom.mjs';
import { listen } from './feed.mjs';
import { readFilter } from './filter.mjs';
import { bindKeys } from './keys.mjs';
import { createList } from './list.mjs';
import { destinationTyped, replayForm } from './replay.mjs';
import { counted } from './text.mjs';
import { bindTheme } from './theme.mjs';
import { statesOf, timelineOf } from './timeline.mjs';

/** @import { Detail, Snapshot, Summary } from '../shown.ts' */

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
/** The delivery that is drawn. @type {Detail | null} */
let drawn = null;
let asked = new AbortController();

const list = createList(listPane, (id) => open(id));

function draw() {
  const { fits, wrong } = readFilter(filter.value, about.keys);
  fitting = all.filter(fits).reverse();
  list.show(fitting, chosen);
  filter.setAttribute('aria-invalid', String(wrong !== null));
  byId('filter-words').replaceChildren(
    wrong === null ? '' : `“${wrong}” is no key; keys are ${about.keys.join(', ')}.`,
  );
  const filtered = filter.value.trim() !== '';
  byId('nothing').replaceChildren(
    fitting.length > 0
      ? ''
      : filtered
        ? `None of ${counted(all.length, 'delivery', 'deliveries')} fits.`
        : 'Nothing came yet.',
  );
  drawTimeline();
}

function drawTimeline() {
  const place = detailPane.querySelector('.timeline-place');
  if (!place || drawn?.run == null) return;
  const states = statesOf(all, drawn.run);
  // Drawn again only where it changed, so that a focused state keeps its focus.
  const says = JSON.stringify(states);
  if (place.getAttribute('data-says') === says) return;
  place.setAttribute('data-says', says);
  const own = states.some(({ ids }) => drawn !== null && ids.includes(drawn.id));
  const title = make('h3', {}, 'This run');
  const stranger = make('p', { class: 'quiet' }, 'This delivery is not among them: nobody proved it.');
  place.replaceChildren(
    ...(states.length === 0 ? [] : [title, timelineOf(states, drawn.id, open), ...(own ? [] : [stranger])]),
  );
}

/** Looks at a delivery; on a narrow page instead of at the list. @param {string} id */
function open(id) {
  document.body.dataset.view = 'detail';
  void choose(id);
}

/** @param {string} id */
async function choose(id) {
  chosen = id;
  list.show(fitting, chosen);
  list.reveal(id);
  window.history.replaceState(null, '', `#${id}`);
  if (drawn?.id === id) return;
  asked.abort();
  asked = new AbortController();
  try {
    const response = await fetch(`deliveries/${id}`, { signal: asked.signal });
    const said = await response.json();
    if (!response.ok) throw new Error(said.error);
    drawn = said;
    detailPane.replaceChildren(detailOf(said, { back, replay, copy }));
    detailPane.parentElement?.scrollTo(0, 0);
    drawTimeline();
  } catch (error) {
    const { message, name } = /** @type {Error} */ (error);
    if (name === 'AbortError') return;
    drawn = null;
    detailPane.replaceChildren(make('p', { class: 'failed' }, message));
  }
}

function back() {
  document.body.dataset.view = 'list';
  listPane.focus();
}

/** @param {number} by */
function move(by) {
  const at = fitting.findIndex(({ id }) => id === chosen);
  const next = fitting[at < 0 ? 0 : Math.min(fitting.length - 1, Math.max(0, at + by))];
  if (next) void choose(next.id);
}

function replay() {
  const place = detailPane.querySelector('.replay-place');
  if (!drawn || !place) return;
  const { form, focus } = replayForm(drawn, about);
  place.replaceChildren(form);
  focus();
}

async function copy() {
  const place = detailPane.querySelector('.replay-place');
  if (!drawn || !(place instanceof HTMLElement)) return;
  try {
    say(await copyCommand(drawn.id, destinationTyped(), place));
  } catch (error) {
    say(/** @type {Error} */ (error).message);
  }
}

/** Says something for a while. @param {string} words */
function say(words) {
  const place = byId('said');
  place.textContent = words;
  setTimeout(() => place.textContent === words && place.replaceChildren(), 5000);
}

/** One step back: from typing, from a form, from a delivery. */
function stepBack() {
  const place = detailPane.querySelector('.replay-place');
  if (document.activeElement === filter) listPane.focus();
  else if (place?.firstChild) {
    place.replaceChildren();
    listPane.focus();
  } else back();
}

const empty = detailPane.firstChild;
function welcome() {
  if (drawn || empty !== detailPane.firstChild) return;
  const line = `svc webhook trigger run:completed --to ${about.listener} --token-env HOOK_TOKEN`;
  detailPane.replaceChildren(
    make(
      'div',
      { class: 'welcome' },
      make('h2', {}, 'Deliveries show up here as they come'),
      make('p', {}, 'Choose one to see why it was taken or refused, what it says, and every byte of it. To send one:'),
      make('pre', { class: 'line mono', tabindex: '0' }, line),
      button('Copy', () => void navigator.clipboard.writeText(line).then(() => say('Copied.'))),
    ),
  );
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
  { keys: ['/'], shown: '/', words: 'filter', act: () => filter.select() },
  { keys: ['r'], shown: 'r', words: 'replay', act: replay },
  { keys: ['c'], shown: 'c', words: 'copy as curl', act: () => void copy() },
  { keys: ['?'], shown: '?', words: 'these keys', act: () => dialog.showModal() },
]);

const states = { live: 'Live', broken: 'No connection; trying again', ended: 'The listener has ended' };
listen({
  snapshot({ deliveries, ...rest }) {
    about = rest;
    all = [...deliveries];
    byId('listener').textContent = about.listener;
    draw();
    const asked = location.hash.slice(1);
    if (chosen === null && all.some(({ id }) => id === asked)) open(asked);
    welcome();
  },
  deliveries(summaries) {
    all = [...all, ...summaries].slice(-about.most);
    draw();
  },
  connection(state) {
    byId('connection').textContent = states[state];
    byId('connection').dataset.state = state;
  },
});
setInterval(() => list.tick(Date.now()), 1000);
