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
  /** True if the format was typed, and is not from a setting. */
  typed?: boolean;
  quiet: boolean;
  colour: ColourWhen;
  columns?: readonly string[] | undefined;
  /** A jq expression for the JSON. */
  jq?: string | undefined;
  /** The pager for tables that are longer than the terminal. */
  pager?: string | undefined;
}

/** The dependencies of the output besides its streams and its options. */
export interface OutputDeps {
  env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Aborted at the end of the run: then no write waits for a slow reader. */
  signal?: AbortSignal;
  /** The response body that the value was parsed from, if any. */
  cameIn(value: object): Received | undefined;
  /** Masks secrets in a text. */
  hide?(text: string): string;
}

export type OutputStreams = Pick<Streams, 'stderr' | 'stdout'>;

/** The messages of a run, which go to stderr; `--quiet` omits them. */
export class Messages {
  /** The warnings that were printed, if each is printed once. */
  protected said: Set<string> | undefined;
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
    this.tell(paint(printableLines(hide(words))));
  };

  /** Prints the sentence that ends a command, in the colour of the state that it reports. */
  async conclusion(sentence: string, state?: 'good' | 'careful'): Promise<void> {
    if (state === undefined) return this.note(sentence);
    const { [state]: paint } = await this.paint(this.streams.stderr);
    this.note(sentence, paint);
  }

  /** Prints a difference, whose lines have the colours of their signs. */
  async difference(words: string): Promise<void> {
    this.tell(paintedDifference(printableLines(words), await this.paint(this.streams.stderr)));
  }

  /** Prints a warning on one line: a line of its own could be a command of a CI system. `--quiet` omits it. */
  readonly warn = (words: string): void => {
    if (!this.said?.has(words)) this.note(`Warning: ${this.place}${words.replace(/[\r\n]/g, printable)}`);
    this.said?.add(words);
  };

  /** Prints a text with escaped unprintable characters; wraps lines between words on a terminal. */
  private tell(words: string): void {
    const { stderr } = this.streams;
    const lines = stderr.isTTY ? wrapMessage(words, stderr.columns || 80) : words;
    if (!this.options.quiet) stderr.write(`${lines}\n`);
  }

  /** Reports the hidden content of tables, once in a run. */
  protected async hid(words: string): Promise<void> {
    if (!this.hasHidden) this.tell((await this.paint(this.streams.stderr)).faint(printable(words)));
    this.hasHidden = true;
  }

  protected paint(stream: OutputStream): Promise<Paint> {
    return paintFor(wantsColour(stream, this.deps.env, this.options.colour));
  }
}
