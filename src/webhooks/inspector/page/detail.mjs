import { nextChecks } from './causes.mjs';
import { button, make } from './dom.mjs';
import { verdictOf } from './list.mjs';
import { rawOf } from './raw.mjs';
import { moment, visible, visibleLine } from './text.mjs';
import { treeOf } from './tree.mjs';

/** @import { Detail } from '../history.ts' */

/** @type {Readonly<Record<string, string>>} */
const marks = {
  verification: 'a verification: the service checks that the listener responds',
  'unknown-trigger': 'a trigger that this version does not know',
  'payload-version': 'a payload_version that is not 1',
  'several-notifications': 'several notifications in one',
  'byte-order-mark': 'a byte order mark before the text',
  'not-utf8': 'not UTF-8',
  'not-json': 'not JSON',
  'not-a-notification': 'JSON, but no notification',
  'too-deep': 'nested too deep to be shown as a tree',
  cut: 'only the first part of a rejected body',
};

/**
 * Draws a delivery.
 * @param {Detail} delivery
 * @param {{ back: () => void, replay: () => void, copy: () => void }} acts
 */
export function detailOf(delivery, { back, replay, copy }) {
  const { at, cause, id, reason, signedWith, trigger, verdict } = delivery;
  const verified = `The signature matches the token of ${signedWith ?? 'an earlier run'}.`;
  return make(
    'article',
    { 'data-verdict': verdict },
    button('← All deliveries', back, { class: 'back' }),
    make(
      'header',
      {},
      verdictOf(verdict),
      make('h2', {}, trigger === null ? 'No trigger' : visibleLine(beginning(trigger))),
      make(
        'div',
        { class: 'acts' },
        button('Replay', replay, { class: 'replay-act', title: 'Send it again (r)' }),
        button('Copy as curl', copy, { class: 'copy-act', title: 'Copy a command that sends it (c)' }),
      ),
    ),
    make('div', { class: 'replay-place' }),
    make(
      'p',
      { class: 'why' },
      visibleLine(reason ?? verified),
      ...(cause === null ? [] : [' ', make('code', {}, cause), nextCheck(cause)]),
      ...delivery.marks.map((mark) => make('span', { class: 'mark' }, `This is ${marks[mark] ?? mark}.`)),
    ),
    factsOf(delivery, moment(new Date(at)), id),
    make('div', { class: 'timeline-place' }),
    tabs([
      ['Payload', () => payloadOf(delivery)],
      ['Headers', () => headersOf(delivery)],
      ['Raw', () => rawOf(delivery.bytes)],
    ]),
  );
}

/** @param {NonNullable<Detail['cause']>} cause */
function nextCheck(cause) {
  return make('span', { class: 'next' }, make('strong', {}, 'Check next: '), nextChecks[cause] ?? '');
}

/** Returns the first 1000 characters of a text; the Payload tab shows the rest. @param {string} text */
function beginning(text) {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}

/**
 * @param {Detail} delivery
 * @param {string} received
 * @param {string} id
 */
function factsOf(delivery, received, id) {
  const { answer, message, method, organization, path, run, runMessage, runUrl, status, workspace } = delivery;
  const where = [organization, workspace].filter((part) => part !== null).join('/');
  /** @type {readonly (readonly [string, string | null, string?])[]} */
  const facts = [
    ['Message', message],
    ['Run', run, 'mono'],
    ['About', runMessage],
    ['Workspace', where === '' ? null : where],
    ['Run URL', runUrl, 'mono'],
    ['Response', `${status} to ${method} ${path}`],
    ['Receiver', answer || null],
    ['Received', received],
    ['Delivery', id, 'mono'],
  ];
  const list = make('dl', { class: 'facts' });
  for (const [name, value, kind = ''] of facts) {
    if (value === null) continue;
    const place = value.length > 40 ? { class: 'whole' } : {};
    const shown = visibleLine(beginning(value));
    // No link for an unverified delivery: anyone can claim the address of a run.
    const isLink = name === 'Run' && delivery.verified && runUrl !== null && /^https?:/.test(runUrl);
    const content = isLink ? make('a', { href: runUrl, target: '_blank', rel: 'noreferrer' }, shown) : shown;
    list.append(make('div', place, make('dt', {}, name), make('dd', { class: kind }, content)));
  }
  return list;
}

/** @param {Detail} delivery */
function payloadOf({ bytes, marks: unusual, notification }) {
  if (unusual.includes('too-deep'))
    return make('p', { class: 'quiet' }, 'The payload is nested too deep for a tree. Raw shows its text.');
  if (bytes === '') return make('p', { class: 'quiet' }, 'The body was not read.');
  if (notification === null)
    return make('p', { class: 'quiet' }, 'The body is not JSON, or was not parsed. Raw shows its bytes.');
  return treeOf(notification);
}

/** @param {Detail} delivery */
function headersOf({ headers }) {
  const list = make('dl', { class: 'headers mono' });
  for (const [name, value] of headers) {
    list.append(make('div', {}, make('dt', {}, visibleLine(name)), make('dd', {}, visible(value))));
  }
  return list;
}

/** Index of the last opened tab; the next delivery opens the same tab. */
let lastTab = 0;

/** @param {readonly (readonly [name: string, content: () => Node])[]} all */
function tabs(all) {
  const panel = make('div', { role: 'tabpanel', id: 'tab-panel', tabindex: '0' });
  const bar = make('div', { role: 'tablist', 'aria-label': 'Content' });
  const buttons = all.map(([name], index) =>
    button(name, () => open(index), { role: 'tab', 'aria-controls': 'tab-panel', id: `tab-${index}` }),
  );
  /** @param {number} index */
  const open = (index) => {
    lastTab = index;
    for (const [at, tab] of buttons.entries()) {
      tab.setAttribute('aria-selected', String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `tab-${index}`);
    panel.replaceChildren(all[index]?.[1]() ?? '');
  };
  bar.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    open((lastTab + step + buttons.length) % buttons.length);
    buttons[lastTab]?.focus();
  });
  bar.append(...buttons);
  open(lastTab);
  return make('div', { class: 'tabs' }, bar, panel);
}
