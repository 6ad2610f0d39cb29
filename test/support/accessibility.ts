import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Returns the violations that axe-core finds on a page, one text for each element, at every level of seriousness; `rules` limits it to these rules.
 * axe runs in a world of its own, so that the policy of the page stays in force.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) };
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { exceptionDetails, result } = await session.send('Runtime.evaluate', {
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `${axe.source}; axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) => nodes.map(({ failureSummary, target }) =>
        [impact, id, target.join(' '), failureSummary].join(': '))))`,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}
