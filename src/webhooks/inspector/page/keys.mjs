import { make } from './dom.mjs';

/**
 * @typedef {{ keys: readonly string[], shown: string, words: string, act: () => void }} Key
 */

/**
 * Runs the actions of keys that are pressed outside text fields, and lists the keys in a dialog.
 * @param {HTMLDialogElement} dialog
 * @param {readonly Key[]} table
 */
export function bindKeys(dialog, table) {
  const list = dialog.querySelector('dl');
  list?.append(...table.flatMap(({ shown, words }) => [make('dt', {}, make('kbd', {}, shown)), make('dd', {}, words)]));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.open) return;
    const { key, target } = event;
    const types = target instanceof HTMLInputElement && target.type !== 'checkbox';
    if (types && key !== 'Escape') return;
    // Leave Enter to a focused button or tree branch, and the scrolling keys to the pane.
    const isWithin = (/** @type {string} */ selector) => target instanceof Element && target.closest(selector) !== null;
    if (key === 'Enter' && isWithin('button, summary, input')) return;
    if (/^(?:Arrow|Home|End)/.test(key) && isWithin('#detail-pane, input')) return;
    const binding = table.find(({ keys }) => keys.includes(key));
    if (!binding) return;
    event.preventDefault();
    binding.act();
  });
}
