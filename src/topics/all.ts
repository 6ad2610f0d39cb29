import { topics } from './index.ts';

/** Every topic with its text, for what is made from them. */
export function allTopics() {
  return Promise.all(
    Object.entries(topics).map(async ([name, [summary, load]]) => ({ name, summary, ...(await load()) })),
  );
}
