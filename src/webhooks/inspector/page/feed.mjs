/** @import { Snapshot, Summary } from '../history.ts' */

/**
 * Subscribes to the events of the listener. After a lost connection they start with a new snapshot.
 * @param {object} hear
 * @param {(snapshot: Snapshot) => void} hear.snapshot
 * @param {(summaries: Summary[]) => void} hear.deliveries new deliveries since the last call
 * @param {(state: 'live' | 'broken' | 'ended') => void} hear.connection
 */
export function listen({ snapshot, deliveries, connection }) {
  const source = new EventSource('events');
  /** @type {Summary[]} */
  let pending = [];
  source.addEventListener('snapshot', ({ data }) => {
    pending = [];
    snapshot(JSON.parse(data));
    connection('live');
  });
  source.addEventListener('delivery', ({ data }) => {
    if (pending.push(JSON.parse(data)) > 1) return;
    // A timer, because a background page gets no animation frames: deliveries would pile up.
    setTimeout(() => deliveries(pending.splice(0)), 30);
  });
  source.addEventListener('end', () => {
    source.close();
    connection('ended');
  });
  // CLOSED means that another listener now uses the port and rejects this page.
  source.addEventListener('error', () => connection(source.readyState === EventSource.CLOSED ? 'ended' : 'broken'));
}
