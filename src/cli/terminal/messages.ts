import { wrapMessage } from '../../base/text.ts';
import { type ColourWhen, type Paint, paintFor, wantsColour } from './colour.ts';
import type { Format } from './formats.ts';
import type { OutputStream, Streams } from './io.ts';
import type { Received } from './json-numbers.ts';
import { printable, printableLines } from './printable.ts';
import { paintedDifference } from './states.ts';

/** The style of the output, from flags, environment and profile. */
export interface OutputOptions {
  /** The requested format; undefined for the default of the stream. */
  format: Format | undefined;
  /** True if the format was typed, and did not come from a setting. */
  typed?: boolean;
  quiet: boolean;
  colour: ColourWhen;
  columns?: readonly string[] | undefined;
  /** A jq expression for the JSON. */
  jq?: string | undefined;
  /** The pager for tables that have more lines than the terminal. */
  pager?: string | undefined;
}

/** The dependencies of the output, apart from its streams and its options. */
export interface OutputDeps {
  env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Aborted at the end of the run. After that, no write waits for a slow reader. */
  signal?: AbortSignal;
  /** Returns the response body that a value was parsed from, if a server sent it. */
  cameIn(value: object): Received | undefined;
  /** Masks secrets in a text. */
  hide?(text: string): string;
}

export type OutputStreams = Pick<Streams, 'stderr' | 'stdout'>;

/** The messages of a run, which go to stderr; `--quiet` omits them. */
export class Messages {
  /** The warnings that were already printed; undefined to print repeated warnings again. */
  protected printed: Set<string> | undefined;
  /** The prefix of warnings. */
  protected place = '';
  private hasHidden = false;

  constructor(
    protected readonly streams: OutputStreams,
    protected readonly deps: OutputDeps,
    protected readonly options: OutputOptions,
  ) {}

  /** Prints a message about the progress of a run; `--quiet` omits it. */
  readonly note = (words: string, paint = (text: string) => text): void => {
    const { hide = (text) => text } = this.deps;
    this.printText(paint(printableLines(hide(words))));
  };

  /** Prints the sentence that ends a command, in the colour of the state it reports. */
  async conclusion(sentence: string, state?: 'good' | 'careful'): Promise<void> {
    if (state === undefined) return this.note(sentence);
    const { [state]: paint } = await this.paint(this.streams.stderr);
    this.note(sentence, paint);
  }

  /** Prints a difference. Each line has the colour of its sign. */
  async difference(words: string): Promise<void> {
    this.printText(paintedDifference(printableLines(words), await this.paint(this.streams.stderr)));
  }

  /** Prints a warning on a single line, because a CI system could read a second line as a command. `--quiet` omits it. */
  readonly warn = (words: string): void => {
    if (!this.printed?.has(words)) this.note(`Warning: ${this.place}${words.replace(/[\r\n]/g, printable)}`);
    this.printed?.add(words);
  };

  /** Prints a text and escapes unprintable characters; on a terminal, wraps lines between words. */
  private printText(words: string): void {
    const { stderr } = this.streams;
    const lines = stderr.isTTY ? wrapMessage(words, stderr.columns || 80) : words;
    if (!this.options.quiet) stderr.write(`${lines}\n`);
  }

  /** Reports hidden columns of tables, once in a run. */
  protected async hid(words: string): Promise<void> {
    if (!this.hasHidden) this.printText((await this.paint(this.streams.stderr)).faint(printable(words)));
    this.hasHidden = true;
  }

  protected paint(stream: OutputStream): Promise<Paint> {
    return paintFor(wantsColour(stream, this.deps.env, this.options.colour));
  }
}
