import { wrapMessage } from '../../base/text.ts';
import { type ColourWhen, type Paint, paintFor, wantsColour } from './colour.ts';
import type { Format } from './formats.ts';
import type { OutputStream, Streams } from './io.ts';
import type { Received } from './json-numbers.ts';
import { printable, printableLines } from './printable.ts';
import { paintedDifference } from './states.ts';

/** How the output looks, as flags, environment and profile say. */
export interface OutputOptions {
  /** Undefined for the default of the stream. */
  format: Format | undefined;
  /** Whether the format was typed, and does not come from a setting. */
  typed?: boolean;
  quiet: boolean;
  colour: ColourWhen;
  columns?: readonly string[] | undefined;
  /** A jq expression for the JSON. */
  jq?: string | undefined;
  /** The pager for tables that are longer than the terminal. */
  pager?: string | undefined;
}

/** What the output needs besides its streams and its options. */
export interface OutputDeps {
  env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Ends the run: no write waits for a slow reader any more. */
  signal?: AbortSignal;
  /** What a resource or a list of them came in, if it came. */
  cameIn(value: object): Received | undefined;
  /** Takes the secrets of this run out of words. */
  hide?(text: string): string;
}

export type OutputStreams = Pick<Streams, 'stderr' | 'stdout'>;

/** The words of a run, which go to stderr; `--quiet` leaves them out. */
export class Messages {
  /** The warnings that are not repeated, if each is printed once. */
  protected said: Set<string> | undefined;
  /** What warnings start with. */
  protected place = '';
  private hasHidden = false;

  constructor(
    protected readonly streams: OutputStreams,
    protected readonly deps: OutputDeps,
    protected readonly options: OutputOptions,
  ) {}

  /** Words about what happened; `--quiet` leaves them out. */
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

  /** The same for a difference, whose lines have the colours of their signs. */
  async difference(words: string): Promise<void> {
    this.tell(paintedDifference(printableLines(words), await this.paint(this.streams.stderr)));
  }

  /** Words about what may go wrong, on one line: a line of its own could be a command of a CI system. `--quiet` leaves them out. */
  readonly warn = (words: string): void => {
    if (!this.said?.has(words)) this.note(`Warning: ${this.place}${words.replace(/[\r\n]/g, printable)}`);
    this.said?.add(words);
  };

  /** Words whose unprintable characters are escaped; a terminal gets lines that end between words. */
  private tell(words: string): void {
    const { stderr } = this.streams;
    const lines = stderr.isTTY ? wrapMessage(words, stderr.columns || 80) : words;
    if (!this.options.quiet) stderr.write(`${lines}\n`);
  }

  /** What a table does not show, said once a run. */
  protected async hid(words: string): Promise<void> {
    if (!this.hasHidden) this.tell((await this.paint(this.streams.stderr)).faint(printable(words)));
    this.hasHidden = true;
  }

  protected paint(stream: OutputStream): Promise<Paint> {
    return paintFor(wantsColour(stream, this.deps.env, this.options.colour));
  }
}
