import { configurationPage } from './configuration.ts';
import type { Tree } from './facts.ts';
import { manIndex, manPage } from './man.ts';
import { markdownIndex, markdownPage } from './markdown.ts';
import { nounsOf } from './phrases.ts';
import { type TopicPage, topicPage } from './topic-page.ts';

/** The folders that hold nothing but generated files. */
export const generatedFolders = ['docs/reference', 'docs/man'];

/** Every generated file: its path from the project's folder, and its text. */
export function generatedFiles(tree: Tree, topics: readonly TopicPage[]): Map<string, string> {
  return new Map([
    ['docs/reference/README.md', markdownIndex(tree)],
    ['docs/man/svc.1', manIndex(tree, topics)],
    ['docs/configuration.md', configurationPage()],
    ...topics.map((page): [string, string] => [`docs/man/svc-${page.name}.7`, topicPage(page)]),
    ...nounsOf(tree).flatMap((noun): [string, string][] => [
      [`docs/reference/${noun.words.join('-')}.md`, markdownPage(tree, noun)],
      [`docs/man/svc-${noun.words.join('-')}.1`, manPage(tree, noun)],
    ]),
  ]);
}
