import { button, make, scrollable } from './dom.mjs';
import { counted, visible } from './text.mjs';

const bytesAtOnce = 2048;
const textAtOnce = 20_000;

/**
 * Draws a body: its bytes, and its text if it is UTF-8.
 * @param {string} base64
 */
export function rawOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (bytes.length === 0) return make('p', { class: 'quiet' }, 'The body was not read.');
  const text = textIn(bytes);
  const dump = scrollable('hex', 'Bytes');
  const size = counted(bytes.length, 'byte');
  return make(
    'div',
    { class: 'raw' },
    make('h3', {}, text === null ? 'Text' : `Text, UTF-8, ${size}`),
    text === null
      ? make('p', { class: 'quiet' }, 'The bytes are not UTF-8.')
      : inPieces(scrollable('text', 'Text'), text.length, textAtOnce, (from, to) => visible(text.slice(from, to))),
    make('h3', {}, `Bytes, ${size}`),
    inPieces(dump, bytes.length, bytesAtOnce, (from, to) => linesOf(bytes, from, to)),
  );
}

/** @param {Uint8Array} bytes */
function textIn(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Fills an element with the first part of a content, and adds each next part with a button.
 * @param {HTMLElement} place
 * @param {number} length
 * @param {number} step
 * @param {(from: number, to: number) => Node | string} piece
 */
function inPieces(place, length, step, piece) {
  const box = make('div', {}, place);
  let shown = 0;
  const add = () => {
    const to = Math.min(length, shown + step);
    place.append(piece(shown, to));
    shown = to;
    if (shown < length) next.textContent = `More: ${(length - shown).toLocaleString('en')} remaining`;
    else next.remove();
  };
  const next = button('', add, { class: 'more' });
  box.append(next);
  add();
  return box;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} from
 * @param {number} to
 */
function linesOf(bytes, from, to) {
  const bytesPerLine = matchMedia('(min-width: 821px)').matches ? 16 : 8;
  const lines = document.createDocumentFragment();
  for (let at = from; at < to; at += bytesPerLine) {
    const row = [...bytes.subarray(at, Math.min(to, at + bytesPerLine))];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
    lines.append(
      make(
        'span',
        { class: 'hex-line' },
        make('span', { class: 'offset' }, at.toString(16).padStart(6, '0')),
        `  ${hex.padEnd(bytesPerLine * 3 - 1)}  `,
        make('span', { class: 'ascii' }, text),
        '\n',
      ),
    );
  }
  return lines;
}
