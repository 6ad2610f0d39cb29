/** A line of a file, or a whole file: a pair, since a file name may itself look like `FILE:LINE`, which is its text. */
export class Place {
  constructor(
    readonly file: string,
    readonly line = 0,
  ) {}

  toString(): string {
    return this.line === 0 ? this.file : `${this.file}:${this.line}`;
  }
}
