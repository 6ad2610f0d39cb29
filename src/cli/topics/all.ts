import { topics } from './index.ts';

/** Returns all topics with their texts, for the reference pages. */
export function allTopics() {
  return Promise.all(
    Object.entries(topics).map(async ([name, [summary, load]]) => ({ name, summary, ...(await load()) })),
  );
}
