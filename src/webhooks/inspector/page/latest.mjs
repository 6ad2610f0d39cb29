/** @import { Summary } from '../page-model.ts' */

/**
 * The latest of them, as the listener remembers them: half of the places are for what was accepted.
 * @param {readonly Summary[]} summaries the oldest first
 * @param {number} most
 * @returns {Summary[]}
 */
export function latest(summaries, most) {
  let accepted = summaries.filter((summary) => summary.accepted).length;
  let over = summaries.length - most;
  // What is left of the accepted ones goes only as far as they have more than their half.
  return summaries.filter((summary) => {
    if (over <= 0 || (summary.accepted && accepted <= most / 2)) return true;
    over -= 1;
    if (summary.accepted) accepted -= 1;
    return false;
  });
}
