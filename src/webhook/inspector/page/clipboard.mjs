import { button, make } from './dom.mjs';

/**
 * Copies the command that sends a delivery again; it is made by the listener, which alone has all the bytes.
 * @param {string} id
 * @param {string} to where it is to go; the usual place where that is empty
 * @returns {Promise<string>} the command
 */
async function commandOf(id, to) {
  const response = await fetch(`deliveries/${id}/curl?to=${encodeURIComponent(to)}`);
  const text = await response.text();
  if (!response.ok) throw new Error(JSON.parse(text).error);
  return text;
}

/**
 * Copies a command, or shows it to be copied by hand where the browser does not let us.
 * @param {string} id
 * @param {string} to
 * @param {HTMLElement} place
 * @returns {Promise<string>} what happened, in a sentence
 */
export async function copyCommand(id, to, place) {
  const text = await commandOf(id, to);
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied. It signs with the token in $HOOK_TOKEN.';
  } catch {
    const area = make('textarea', { class: 'mono', readonly: '', rows: '8', 'aria-label': 'Command' });
    area.value = text;
    place.replaceChildren(
      make(
        'div',
        { class: 'by-hand' },
        area,
        button('Close', () => place.replaceChildren()),
      ),
    );
    area.select();
    return 'The browser does not let this page copy; the command is selected.';
  }
}
