import { button, make } from './dom.mjs';
import { reach } from './reach.mjs';

/**
 * Copies the command that sends a delivery; where the browser does not allow that, shows it for copying by hand.
 * The listener creates the command, because the page does not have all the bytes.
 * @param {string} id
 * @param {string} to the URL of the receiver; empty for the default destination
 * @param {HTMLElement} place
 * @returns {Promise<string>} the result in a sentence
 */
export async function copyCommand(id, to, place) {
  const response = await reach(`deliveries/${id}/curl?to=${encodeURIComponent(to)}`);
  const text = await response.text();
  try {
    await navigator.clipboard.writeText(text);
    return `Copied. It signs with the token in $${/\$\{(\w+)/.exec(text)?.[1]}.`;
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
    return 'The browser does not allow this page to copy. The command is selected.';
  }
}
