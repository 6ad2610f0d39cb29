import type { CommandFacts } from '../facts.ts';
import { configurationPage } from './configuration.ts';
import { manIndex, manPage, topicManual } from './man.ts';
import { markdownIndex, markdownPage, topicMarkdown } from './markdown.ts';
import type { TopicPage } from './phrases.ts';

/** The folder that holds only generated files. */
export const referenceFolder = 'docs/reference';

/** Returns the generated pages: their paths relative to the project's folder, and their texts. */
export function referencePages(tree: CommandFacts, topics: readonly TopicPage[]): Map<string, string> {
  return new Map([
    [`${referenceFolder}/README.md`, markdownIndex(tree)],
    ['docs/configuration.md', configurationPage()],
    ...topics.map((topic): [string, string] => [`${referenceFolder}/topic-${topic.name}.md`, topicMarkdown(topic)]),
    ...tree.commands.map((noun): [string, string] => [
      `${referenceFolder}/${noun.words.join('-')}.md`,
      markdownPage(noun),
    ]),
  ]);
}

/** Returns the man pages, which a build makes: their names and texts. */
export function manPages(tree: CommandFacts, topics: readonly TopicPage[]): Map<string, string> {
  return new Map([
    ['svc.1', manIndex(tree, topics)],
    ...topics.map((page): [string, string] => [`svc-${page.name}.7`, topicManual(page)]),
    ...tree.commands.map((noun): [string, string] => [`svc-${noun.words.join('-')}.1`, manPage(noun)]),
  ]);
}
