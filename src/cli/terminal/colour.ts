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

/** Functions that paint a text in a role, not in a colour: the roles are the whole palette. */
export interface Paint {
  heading(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  careful(text: string): string;
  bad(text: string): string;
}

const same = (text: string) => text;
const plain: Paint = { heading: same, faint: same, good: same, careful: same, bad: same };

/** Returns whether a stream gets colour: by the flag first, then the variables, then whether it is a terminal. */
export function wantsColour(stream: OutputStream, env: Environment, when: ColourWhen = 'auto'): boolean {
  const [wanted] = when === 'auto' ? colourIn(env) : [when];
  return wanted === undefined ? stream.isTTY === true && env.TERM !== 'dumb' : wanted === 'always';
}

/** Returns the palette for one stream; loads chalk only for a stream with colour. */
export async function paintFor(coloured: boolean): Promise<Paint> {
  if (!coloured) return plain;
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return { heading: chalk.bold, faint: chalk.dim, good: chalk.green, careful: chalk.yellow, bad: chalk.red };
}
