/** @import { Summary } from '../history.ts' */

/**
 * Returns the latest deliveries, like the history of the listener: half of the places are reserved for accepted ones.
 * @param {readonly Summary[]} summaries the oldest first
 * @param {number} most
 * @returns {Summary[]}
 */
export function latest(summaries, most) {
  let accepted = summaries.filter((summary) => summary.accepted).length;
  let excess = summaries.length - most;
  // Drop accepted deliveries only while they fill more than half of the places.
  return summaries.filter((summary) => {
    if (excess <= 0 || (summary.accepted && accepted <= most / 2)) return true;
    excess -= 1;
    if (summary.accepted) accepted -= 1;
    return false;
  });
}
