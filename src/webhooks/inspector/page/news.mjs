/**
 * Counts the deliveries that arrive unseen: in a background tab, or above what a scrolled list shows.
 * The count is in the title of the page, and on a button that scrolls to them. The title also has the number of rejected ones, and
 * says when the listener has stopped.
 * @param {HTMLElement} scroller
 * @param {HTMLElement} button
 */
export function createNews(scroller, button) {
  const title = document.title;
  let unseen = 0;
  let state = '';

  function look() {
    const isScrolled = scroller.scrollTop > 4;
    // The list is hidden while a narrow page shows a delivery.
    if (!document.hidden && !isScrolled && scroller.checkVisibility()) unseen = 0;
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${state}${title}`;
    button.textContent = `↑ ${unseen} new`;
    button.hidden = unseen === 0 || !isScrolled;
  }

  scroller.addEventListener('scroll', look, { passive: true });
  document.addEventListener('visibilitychange', look);
  button.addEventListener('click', () => scroller.scrollTo(0, 0));
  return {
    look,
    /**
     * @param {number} rejected
     * @param {boolean} ended
     */
    tell(rejected, ended) {
      state = `${ended ? 'Stopped – ' : ''}${rejected > 0 ? `${rejected} rejected – ` : ''}`;
      look();
    },
    /** @param {number} count */
    add(count) {
      unseen += count;
      look();
    },
  };
}
