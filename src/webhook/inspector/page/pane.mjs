import { copyCommand } from './clipboard.mjs';
import { detailOf } from './detail.mjs';
import { button, make } from './dom.mjs';
import { destinationTyped, replayForm } from './replay.mjs';
import { statesOf, timelineOf } from './timeline.mjs';

/** @import { Detail, Snapshot, Summary } from '../page-model.ts' */

/**
 * The pane where one delivery is looked at.
 * @param {HTMLElement} pane
 * @param {object} page
 * @param {() => Pick<Snapshot, 'destination' | 'signs'>} page.about
 * @param {() => readonly Summary[]} page.deliveries the oldest first
 * @param {(id: string) => void} page.open looks at another one
 * @param {() => void} page.back
 * @param {(words: string) => void} page.say
 */
export function createPane(pane, { about, deliveries, open, back, say }) {
  /** The delivery that is drawn. @type {Detail | null} */
  let drawn = null;
  let asked = new AbortController();

  function drawTimeline() {
    const place = pane.querySelector('.timeline-place');
    if (!place || drawn === null || drawn.run === null) return;
    const { id, run } = drawn;
    const states = statesOf(deliveries(), run);
    // Drawn again only where it changed, so that a focused state keeps its focus.
    const says = JSON.stringify(states);
    if (states.length === 0 || place.getAttribute('data-says') === says) return;
    place.setAttribute('data-says', says);
    place.replaceChildren(make('h3', {}, 'This run'), timelineOf(states, id, open));
    if (states.some(({ ids }) => ids.includes(id))) return;
    place.append(make('p', { class: 'quiet' }, 'This delivery is not included: it is not verified.'));
  }

  function replay() {
    const place = pane.querySelector('.replay-place');
    if (!drawn || !place) return;
    const { form, focus } = replayForm(drawn, about());
    place.replaceChildren(form);
    focus();
  }

  async function copy() {
    const place = pane.querySelector('.replay-place');
    if (!drawn || !(place instanceof HTMLElement)) return;
    try {
      say(await copyCommand(drawn.id, destinationTyped(), place));
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  }

  return {
    drawTimeline,
    replay,
    copy,
    /** @param {string} id */
    async show(id) {
      asked.abort();
      if (drawn?.id === id) return;
      asked = new AbortController();
      try {
        const response = await fetch(`deliveries/${id}`, { signal: asked.signal });
        const said = await response.json();
        if (!response.ok) throw new Error(said.error);
        drawn = said;
        pane.replaceChildren(detailOf(said, { back, replay, copy }));
        pane.parentElement?.scrollTo(0, 0);
        drawTimeline();
      } catch (error) {
        const { message, name } = /** @type {Error} */ (error);
        if (name === 'AbortError') return;
        drawn = null;
        pane.replaceChildren(
          make('p', { class: 'failed' }, name === 'TypeError' ? 'The listener does not respond.' : message),
        );
      }
    },
    /** Puts away the form that is open. @returns {boolean} whether there was one */
    closeForm() {
      const form = pane.querySelector('.replay-place')?.firstChild;
      form?.remove();
      return form != null;
    },
    /** Says what will be here, and how to get something. @param {string} listener */
    welcome(listener) {
      if (pane.firstChild) return;
      const line = `svc webhook trigger run:completed --to ${listener} --token-env HOOK_TOKEN`;
      pane.append(
        make(
          'div',
          { class: 'welcome' },
          make('h2', {}, 'Deliveries appear here'),
          make('p', {}, 'Select a delivery to see its verdict, its payload and its bytes. Send one with:'),
          make('pre', { class: 'line mono', tabindex: '0' }, line),
          button('Copy', () => void navigator.clipboard.writeText(line).then(() => say('Copied.'))),
        ),
      );
    },
  };
}
