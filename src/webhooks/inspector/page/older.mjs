import { reach } from './reach.mjs';

/** @import { Summary } from '../history.ts' */

/** How long typing must pause before the journal is searched. */
const pauseMs = 300;

/**
 * Loads stored deliveries that are not in the listener's memory: batch by batch with a button, and for a filter.
 * @param {HTMLButtonElement} button
 * @param {{ changed: () => void, say: (words: string) => void }} parts
 */
export function createOlder(button, { changed, say }) {
  const nothingYet = { before: '', more: true, searched: false, found: /** @type {Summary[]} */ ([]) };
  let state = { ...nothingYet };
  let query = new URLSearchParams();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function load() {
    const requestState = state;
    button.disabled = true;
    try {
      const parameters = new URLSearchParams([...query, ['before', state.before]]);
      const { deliveries, more } = await (await reach(`older?${parameters}`)).json();
      // Ignore the response for a filter that has changed.
      if (requestState !== state) return;
      const loadedIds = new Set(state.found.map(({ id }) => id));
      state.found.push(...deliveries.filter((/** @type {Summary} */ { id }) => !loadedIds.has(id)));
      Object.assign(state, { more, searched: true, before: deliveries.at(-1)?.id ?? state.before });
      if (deliveries.length === 0) say('The journal has no more.');
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    } finally {
      button.disabled = false;
    }
    changed();
  }

  button.addEventListener('click', load);
  return {
    /** Returns the loaded deliveries, unordered. */
    deliveries: () => state.found,
    more: () => state.more,
    searched: () => state.searched,
    /** Starts from the newest delivery again, after the list dropped its oldest deliveries. */
    restart: () => Object.assign(state, { before: '', more: true }),
    /**
     * Searches the journal for a filter; an empty one clears the result.
     * @param {string} filter
     * @param {boolean} rejected
     */
    choose(filter, rejected) {
      const next = new URLSearchParams({ filter, rejected: rejected ? '1' : '' });
      if (String(next) === String(query) || (String(query) === '' && filter === '' && !rejected)) return;
      query = next;
      state = { ...nothingYet, found: [] };
      clearTimeout(timer);
      if (filter !== '' || rejected) timer = setTimeout(load, pauseMs);
    },
  };
}
