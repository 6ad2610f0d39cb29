/**
 * Counts unseen deliveries, which arrive in a background tab or above a scrolled list. The title of the page has the count, the number
 * of rejected deliveries, and whether the listener has stopped; a button has the count and scrolls to the top.
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
