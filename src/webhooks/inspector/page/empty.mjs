import { button, make, scrollable } from './dom.mjs';
import { counted } from './text.mjs';

/**
 * The state of the list: the number of deliveries and of matches, whether the listener has ended, and whether the journal was searched.
 * @typedef {{ all: number, shown: number, ended: boolean, filtered: boolean, searched: boolean }} Situation
 */

/**
 * Returns the text in place of an empty list.
 * @param {Situation} situation
 */
export function emptyList({ all, shown, ended, filtered, searched }) {
  if (shown > 0) return '';
  if (filtered && searched) return 'No match in the list or in the journal.';
  if (all > 0) return `No match in ${counted(all, 'delivery', 'deliveries')}.`;
  return ended ? 'No deliveries were received.' : 'No deliveries yet.';
}

/**
 * Draws the pane without a delivery: the reason why the list is empty, and the next step.
 * @param {Situation} situation
 * @param {{ sample: string | null, clear: () => void, copy: (text: string) => void }} parts
 */
export function emptyPane({ all, shown, ended }, { sample, clear, copy }) {
  if (all > 0 && shown === 0) {
    return page('No delivery matches the filter', `The filter hides ${counted(all, 'delivery', 'deliveries')}.`, [
      button('Clear filter', clear),
    ]);
  }
  if (ended) {
    const journal = [scrollable('line', 'Command', 'svc webhook list')];
    return all > 0
      ? page('The listener has stopped', 'This page keeps the list only. The journal has every delivery:', journal)
      : page('The listener has stopped', 'No deliveries were received. The next run has another page.', []);
  }
  const [title, words] =
    all > 0
      ? ['No delivery selected', 'Select one to see its verdict, payload and bytes.']
      : ['Waiting for the first delivery', 'It appears here as soon as it arrives.'];
  if (sample === null) return page(title, `${words} Start a run in the workspace to receive one.`, []);
  const line = scrollable('line', 'Command', sample);
  return page(title, `${words} Send a sample with:`, [line, button('Copy', () => copy(sample))]);
}

/**
 * @param {string} title
 * @param {string} words
 * @param {readonly Node[]} rest
 */
function page(title, words, rest) {
  return make('div', { class: 'empty' }, make('h2', {}, title), make('p', {}, words), ...rest);
}
