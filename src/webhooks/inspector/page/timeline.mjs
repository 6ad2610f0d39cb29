import { make } from './dom.mjs';
import { clock, counted, span, visibleLine } from './text.mjs';

/** @import { Summary } from '../history.ts' */

/**
 * A state of a run, and the deliveries that reported it.
 * @typedef {{ at: number, trigger: string, status: string | null, ids: string[] }} State
 */

/**
 * Returns the states of a run in order of time. Only accepted deliveries count, because anyone can claim a state. A repeated delivery
 * adds no state of its own.
 * @param {readonly Summary[]} summaries the oldest first
 * @param {string} run
 * @returns {State[]}
 */
export function statesOf(summaries, run) {
  /** @type {Map<string, State>} */
  const states = new Map();
  for (const { accepted, at, id, run: runId, runStatus, runUpdatedAt, trigger } of summaries) {
    if (!accepted || runId !== run || trigger === null) continue;
    const key = `${trigger} ${runStatus} ${runUpdatedAt}`;
    const state = states.get(key);
    if (state) state.ids.push(id);
    else states.set(key, { at: timeOf(runUpdatedAt, at), trigger, status: runStatus, ids: [id] });
  }
  return [...states.values()].sort((a, b) => a.at - b.at);
}

/**
 * @param {string | null} updated
 * @param {string} received
 */
function timeOf(updated, received) {
  const reported = updated !== null && /^\d{4}-\d\d-\d\dT/.test(updated) ? Date.parse(updated) : Number.NaN;
  return Number.isNaN(reported) ? Date.parse(received) : reported;
}

/**
 * Draws the states along a line, with distances by time and a link to each delivery.
 * @param {readonly State[]} states
 * @param {string} chosenId id of the shown delivery
 * @param {(id: string) => void} choose
 */
export function timelineOf(states, chosenId, choose) {
  const first = states[0]?.at ?? 0;
  const total = (states.at(-1)?.at ?? 0) - first;
  const line = make('ol', { class: 'timeline' });
  for (const [index, { at, ids, status, trigger }] of states.entries()) {
    const next = states[index + 1];
    const isChosen = ids.includes(chosenId);
    const state = make(
      'button',
      { type: 'button', ...(isChosen ? { 'aria-current': 'step' } : {}) },
      make('span', { class: 'state' }, visibleLine(status ?? trigger)),
      make('time', { datetime: new Date(at).toISOString() }, clock(new Date(at))),
    );
    state.addEventListener('click', () => choose(isChosen ? chosenId : (ids[0] ?? chosenId)));
    if (ids.length > 1) state.append(make('span', { class: 'again' }, `received ${counted(ids.length, 'time')}`));
    const step = make(
      'li',
      { 'data-kind': kindOf(trigger) },
      make('i', { class: 'dot', 'aria-hidden': 'true' }),
      state,
    );
    if (next) {
      step.append(make('span', { class: 'lasted' }, span(next.at - at)));
      // The square root gives short states more space.
      step.style.setProperty('--share', String(1 + 6 * Math.sqrt((next.at - at) / Math.max(total, 1))));
    }
    line.append(step);
  }
  return make('div', { class: 'timeline-box' }, line);
}

/** @param {string} trigger */
function kindOf(trigger) {
  if (trigger === 'run:completed') return 'good';
  if (trigger === 'run:errored') return 'bad';
  return trigger === 'run:needs_attention' ? 'waits' : 'goes';
}
