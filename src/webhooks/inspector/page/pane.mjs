import { copyCommand } from './clipboard.mjs';
import { detailOf } from './detail.mjs';
import { button, make, scrollable } from './dom.mjs';
import { emptyPane } from './empty.mjs';
import { reach } from './reach.mjs';
import { replayForm, typedUrl } from './replay.mjs';
import { zone } from './text.mjs';
import { statesOf, timelineOf } from './timeline.mjs';

/** @import { Detail, Snapshot, Summary } from '../history.ts' */
/** @import { Situation } from './empty.mjs' */

/**
 * Creates the pane that shows a delivery.
 * @param {HTMLElement} pane
 * @param {object} page
 * @param {() => Pick<Snapshot, 'destination' | 'sample' | 'signs'>} page.about
 * @param {() => readonly Summary[]} page.deliveries the oldest first
 * @param {(id: string) => void} page.open shows another delivery
 * @param {() => void} page.back
 * @param {() => void} page.clear shows every delivery
 * @param {(words: string) => void} page.say
 */
export function createPane(pane, { about, deliveries, open, back, clear, say }) {
  /** The delivery that is drawn. @type {Detail | null} */
  let drawn = null;
  let request = new AbortController();

  function drawTimeline() {
    const place = pane.querySelector('.timeline-place');
    if (!place || drawn === null || drawn.run === null) return;
    const { id, run } = drawn;
    const states = statesOf(deliveries(), run);
    // Redraw only after a change: otherwise a focused state of the run would lose its focus.
    const statesJson = JSON.stringify(states);
    if (states.length === 0 || place.getAttribute('data-says') === statesJson) return;
    place.setAttribute('data-says', statesJson);
    place.replaceChildren(make('h3', {}, `States of this run, ${zone(new Date())}`), timelineOf(states, id, open));
    if (states.some(({ ids }) => ids.includes(id))) return;
    place.append(make('p', { class: 'quiet' }, 'This delivery is not included, because it is not verified.'));
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
      say(await copyCommand(drawn.id, typedUrl, place));
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
      request.abort();
      if (drawn?.id === id) return;
      request = new AbortController();
      try {
        const response = await reach(`deliveries/${id}`, { signal: request.signal });
        const delivery = /** @type {Detail} */ (await response.json());
        drawn = delivery;
        pane.replaceChildren(detailOf(delivery, { back, replay, copy }));
        pane.parentElement?.scrollTo(0, 0);
        drawTimeline();
      } catch (error) {
        const { message, name } = /** @type {Error} */ (error);
        if (name === 'AbortError') return;
        drawn = null;
        const command = scrollable('line', 'Command', `svc webhook show ${id}`);
        const journal = make('p', { class: 'quiet' }, 'Show this delivery from the journal:');
        pane.replaceChildren(
          make(
            'div',
            { class: 'empty failed' },
            button('← All deliveries', back, { class: 'back' }),
            make('h2', {}, message),
            journal,
            command,
          ),
        );
      }
    },
    /** Closes the form. @returns {boolean} whether a form was open */
    closeForm() {
      const form = pane.querySelector('.replay-place')?.firstChild;
      form?.remove();
      return form != null;
    },
    /** Explains the empty pane until a delivery is selected. @param {Situation} situation */
    drawEmpty(situation) {
      const empty = pane.firstElementChild;
      if (empty && !empty.matches('.empty:not(.failed)')) return;
      const { sample } = about();
      const copyText = (/** @type {string} */ text) =>
        void navigator.clipboard.writeText(text).then(
          () => say('Copied.'),
          () => say('The browser does not allow this page to copy.'),
        );
      const drawing = emptyPane(situation, { sample, clear, copy: copyText });
      // Redraw only after a change: otherwise a focused button would lose its focus.
      if (empty?.textContent !== drawing.textContent) pane.replaceChildren(drawing);
    },
  };
}
