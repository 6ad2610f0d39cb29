import { button, make } from './dom.mjs';
import { counted, visible } from './text.mjs';

/** Number of entries to draw at a time: a payload may have hundreds of thousands. */
const atOnce = 100;
const openDepth = 3;

/**
 * Draws a payload as a tree; a branch is drawn when the user opens it.
 * @param {unknown} value
 */
export function treeOf(value) {
  return make('ul', { class: 'tree mono' }, branch(null, value, 0));
}

/**
 * @param {string | null} name
 * @param {unknown} value
 * @param {number} depth
 */
function branch(name, value, depth) {
  const label = name === null ? '' : make('span', { class: 'key' }, visible(name));
  if (typeof value !== 'object' || value === null) return make('li', {}, label, leaf(value));
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const size = isList ? counted(entries.length, 'item') : counted(entries.length, 'field');
  if (entries.length === 0) return make('li', {}, label, make('span', { class: 'size' }, isList ? '[ ]' : '{ }'));
  const inner = make('ul', {});
  const details = make('details', {}, make('summary', {}, label, make('span', { class: 'size' }, size)), inner);
  const draw = () => inner.firstChild ?? addMore(inner, entries, depth + 1);
  details.addEventListener('toggle', () => details.open && draw());
  if (depth < openDepth && entries.length <= atOnce) {
    details.open = true;
    draw();
  }
  return make('li', {}, details);
}

/**
 * @param {HTMLElement} list
 * @param {[string, unknown][]} entries
 * @param {number} depth
 */
function addMore(list, entries, depth) {
  list.append(...entries.slice(0, atOnce).map(([name, value]) => branch(name, value, depth)));
  const rest = entries.slice(atOnce);
  if (rest.length === 0) return;
  const label = `${Math.min(rest.length, atOnce)} more of ${rest.length.toLocaleString('en')}`;
  const item = make(
    'li',
    {},
    button(
      label,
      () => {
        item.remove();
        addMore(list, rest, depth);
      },
      { class: 'more' },
    ),
  );
  list.append(item);
}

/** @param {unknown} value */
function leaf(value) {
  if (typeof value !== 'string')
    return make('span', { class: `value ${value === null ? 'null' : typeof value}` }, String(value));
  return make('span', { class: 'value string' }, visible(value));
}
