import type { Topic } from './topic.ts';

/** The topics of `svc help`, with their titles. A text is loaded when it is shown. */
export const topics: Readonly<Record<string, [summary: string, load: () => Promise<{ topic: Topic }>]>> = {
  flags: ['Global flags', () => import('./flags.ts')],
  'exit-codes': ['Exit codes', () => import('./exit-codes.ts')],
  output: ['Output formats, columns and errors', () => import('./output.ts')],
  environment: ['Environment variables', () => import('./environment.ts')],
  authentication: ['Tokens: where they are stored and looked up', () => import('./authentication.ts')],
  registries: ['How the registry of a module is found', () => import('./registries.ts')],
  webhooks: ['How to receive notifications on this machine', () => import('./webhooks.ts')],
  nats: ['How a team shares deliveries through NATS', () => import('./nats.ts')],
  ci: ['How to use svc in scripts and CI jobs', () => import('./ci.ts')],
};

/** Returns all topics with their texts, for the reference pages. */
export function allTopics() {
  return Promise.all(
    Object.entries(topics).map(async ([name, [summary, load]]) => ({ name, summary, ...(await load()) })),
  );
}
