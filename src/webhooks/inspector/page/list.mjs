import { make } from './dom.mjs';
import { age, moment, visibleLine } from './text.mjs';
import { verdicts } from './verdicts.mjs';

/** @import { Summary } from '../history.ts' */

/**
 * Creates the list of deliveries in an element.
 * @param {HTMLElement} list
 * @param {(id: string) => void} choose
 */
export function createList(list, choose) {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  list.addEventListener('click', ({ target }) => {
    const row = target instanceof Element ? target.closest('[role=option]') : null;
    if (row) choose(row.id);
  });

  return {
    /**
     * Shows exactly these deliveries. Keeps existing rows, so scroll position and selected text survive.
     * @param {readonly Summary[]} summaries
     * @param {string | null} chosen
     */
    show(summaries, chosen) {
      const ids = new Set(summaries.map(({ id }) => id));
      for (const [id, row] of rows) {
        if (ids.has(id)) continue;
        row.remove();
        rows.delete(id);
      }
      let at = list.firstElementChild;
      for (const summary of summaries) {
        const row = rows.get(summary.id) ?? rowOf(summary);
        rows.set(summary.id, row);
        if (row === at) at = at.nextElementSibling;
        else list.insertBefore(row, at);
        row.setAttribute('aria-selected', String(summary.id === chosen));
      }
      if (chosen !== null && ids.has(chosen)) list.setAttribute('aria-activedescendant', chosen);
      else list.removeAttribute('aria-activedescendant');
    },
    /** @param {string} id */
    reveal(id) {
      rows.get(id)?.scrollIntoView({ block: 'nearest' });
    },
    /** @param {number} now */
    tick(now) {
      for (const row of rows.values()) {
        const time = row.querySelector('time');
        if (!time) continue;
        const ageText = age(time.dateTime, now);
        if (time.textContent !== ageText) time.textContent = ageText;
      }
    },
  };
}

/** @param {keyof typeof verdicts} verdict */
export function verdictOf(verdict) {
  const { sign, words } = verdicts[verdict];
  return make('span', { class: 'verdict' }, make('i', { 'aria-hidden': 'true' }, sign), words);
}

/** @param {Summary} summary */
function rowOf({ accepted, at, earlier, id, run, status, trigger, verdict, workspace }) {
  const row = make(
    'div',
    { role: 'option', id, 'data-verdict': verdict, 'data-earlier': String(earlier) },
    verdictOf(verdict),
    make('span', { class: 'trigger' }, visibleLine(trigger ?? 'no trigger')),
    make('span', { class: 'workspace' }, visibleLine(workspace ?? '')),
    make('span', { class: 'run mono' }, visibleLine(run ?? '')),
    make('span', { class: 'status' }, String(status)),
    make('time', { datetime: at, title: moment(new Date(at)) }, age(at, Date.now())),
  );
  // The receiver or the journal failed to handle an accepted delivery.
  if (accepted && status >= 300) row.dataset.failed = '';
  if (trigger === null) row.querySelector('.trigger')?.classList.add('absent');
  if (earlier) row.append(make('span', { class: 'unseen' }, 'received before this start'));
  return row;
}
