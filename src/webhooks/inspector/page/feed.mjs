/** @import { Snapshot } from '../history.ts' */
/** @import { Summary } from '../page-model.ts' */

/**
 * Listens to the listener. After a break it begins again with everything there is.
 * @param {object} hear
 * @param {(snapshot: Snapshot) => void} hear.snapshot
 * @param {(summaries: Summary[]) => void} hear.deliveries those that came since the page was last drawn
 * @param {(state: 'live' | 'broken' | 'ended') => void} hear.connection
 */
export function listen({ snapshot, deliveries, connection }) {
  const source = new EventSource('events');
  /** @type {Summary[]} */
  let coming = [];
  source.addEventListener('snapshot', ({ data }) => {
    coming = [];
    snapshot(JSON.parse(data));
    connection('live');
  });
  source.addEventListener('delivery', ({ data }) => {
    if (coming.push(JSON.parse(data)) > 1) return;
    // A page in the background is not drawn, and must not collect for ever.
    setTimeout(() => deliveries(coming.splice(0)), 30);
  });
  source.addEventListener('end', () => {
    source.close();
    connection('ended');
  });
  // A listener that is another one by now answers, but not to this page.
  source.addEventListener('error', () => connection(source.readyState === EventSource.CLOSED ? 'ended' : 'broken'));
}
