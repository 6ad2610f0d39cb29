import type { OutputStream } from './io.ts';

export type ColourWhen = 'auto' | 'always' | 'never';
type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the colour setting of the variables that many programs share, and the name of the variable. */
export function colourIn({ NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE }: Environment): [ColourWhen, string] | [] {
  if (NO_COLOR) return ['never', 'NO_COLOR'];
  if (FORCE_COLOR && FORCE_COLOR !== '0') return ['always', 'FORCE_COLOR'];
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return ['always', 'CLICOLOR_FORCE'];
  return FORCE_COLOR === '0' ? ['never', 'FORCE_COLOR'] : [];
}

/** Functions that paint a text by its role. There are no colours besides these roles. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  careful(text: string): string;
  bad(text: string): string;
}

const same = (text: string) => text;
const plain: Paint = { heading: same, faint: same, good: same, careful: same, bad: same };

/** Returns whether a stream gets colour. The flag decides, then the variables, then whether the stream is a terminal. */
export function wantsColour(stream: Pick<OutputStream, 'isTTY'>, env: Environment, when: ColourWhen = 'auto'): boolean {
  const [wanted] = when === 'auto' ? colourIn(env) : [when];
  return wanted === undefined ? stream.isTTY === true && env.TERM !== 'dumb' : wanted === 'always';
}

/** Returns the palette for a stream. Loads chalk only if the stream has colour. */
export async function paintFor(coloured: boolean): Promise<Paint> {
  if (!coloured) return plain;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return { heading: chalk.bold, faint: chalk.dim, good: chalk.green, careful: chalk.yellow, bad: chalk.red };
}
