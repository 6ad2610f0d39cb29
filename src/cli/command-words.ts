import { alsoTyped } from './help-words.ts';
import { lines } from './settings/table.ts';

/** Global flags with a value in the next word. */
const takingValues = new Set(
  Object.values(lines).flatMap(({ flag }) => (flag.includes('<') ? (flag.match(/(?<=^|\s)--?[\w-]+/g) ?? []) : [])),
);

/** Replaces an alias of two words by its command: `svc auth login` is `svc login`. */
export function canonical(argv: readonly string[]): readonly string[] {
  const [first, second] = operandsOf(argv[0] === 'help' ? ['-', ...argv.slice(1)] : argv);
  const both = first === undefined || second === undefined ? undefined : alsoTyped[`${argv[first]} ${argv[second]}`];
  return first === undefined || both === undefined ? argv : argv.toSpliced(first, 1);
}

/** Returns the positions of the first two words that are neither flags nor values of flags. */
function operandsOf(argv: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at < argv.length && found.length < 2 && argv[at] !== '--'; at++) {
    const word = argv[at] ?? '';
    if (takingValues.has(word)) at += 1;
    else if (!word.startsWith('-')) found.push(at);
  }
  return found;
}
