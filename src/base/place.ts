/** A line of a file, or a whole file. The line is a field of its own, because a file may be called `FILE:LINE`. */
export class Place {
  constructor(
    readonly file: string,
    readonly line = 0,
  ) {}

  toString(): string {
    return this.line === 0 ? this.file : `${this.file}:${this.line}`;
  }
}
