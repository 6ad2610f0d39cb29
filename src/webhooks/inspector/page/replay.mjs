import { button, make } from './dom.mjs';
import { reach } from './reach.mjs';
import { visible } from './text.mjs';

/** @import { Detail } from '../history.ts' */
/** @import { Replayed } from '../inspector.ts' */

/** The last typed URL, until the page is closed; empty for the default destination. */
export let typedUrl = '';

/**
 * Draws the form that sends a delivery again.
 * @param {Detail} delivery
 * @param {object} usual
 * @param {string | null} usual.destination
 * @param {boolean} usual.signs
 */
export function replayForm({ id, verified }, { destination, signs }) {
  const to = make('input', {
    type: 'text',
    inputmode: 'url',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-label': 'Send to',
    placeholder: destination ?? 'http://127.0.0.1:3000/hooks',
  });
  to.value = typedUrl;
  to.addEventListener('input', () => {
    typedUrl = to.value.trim();
  });
  const allow = make('input', { type: 'checkbox' });
  const result = make('p', { class: 'result', role: 'status' });
  const send = button('Send', () => void act());

  async function act() {
    send.disabled = true;
    result.replaceChildren('Sending…');
    result.dataset.went = 'on';
    try {
      const { status, milliseconds, text } = await post(id, { to: typedUrl, allowUnverified: allow.checked });
      result.dataset.went = status >= 200 && status < 300 ? 'good' : 'bad';
      result.replaceChildren(make('strong', {}, `Answered ${status}`), ` after ${milliseconds} ms`);
      if (text !== '') result.append(make('pre', { class: 'mono' }, visible(text)));
    } catch (error) {
      result.dataset.went = 'bad';
      result.replaceChildren(visible(/** @type {Error} */ (error).message));
    }
    send.disabled = false;
  }

  const form = make('form', { class: 'replay', 'aria-label': 'Replay' }, make('label', {}, 'Send to', to), send);
  if (!verified) {
    const label = signs
      ? 'This delivery is not verified. Sign it anyway, although its content may be forged.'
      : 'This delivery is not verified. Send it anyway.';
    form.append(make('label', { class: 'allow' }, allow, label));
  }
  form.append(
    make(
      'p',
      { class: 'quiet' },
      signs ? 'The same bytes, with a new signature.' : 'The same bytes, unsigned: the listener has no token.',
    ),
    result,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!send.disabled) void act();
  });
  return { form, focus: () => to.focus() };
}

/**
 * @param {string} id
 * @param {{ to: string, allowUnverified: boolean }} request
 * @returns {Promise<Replayed>}
 */
async function post(id, request) {
  const response = await reach(`deliveries/${id}/replay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return response.json();
}
