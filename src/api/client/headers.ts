export type HeaderLine = readonly [name: string, value: string];

/** A response's header lines as they were sent: repeated names stay apart. */
export type Headers = ReturnType<typeof readHeaders>;

/** Reads a flat list of names and values; the values without white space around them (RFC 9110, section 5.5), as UTF-8 if they are. */
export function readHeaders(raw: readonly string[]) {
  const lines: HeaderLine[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const value = (raw[i + 1] as string).replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
    const utf8 = Buffer.from(value, 'latin1').toString();
    lines.push([raw[i] as string, utf8.includes('\ufffd') ? value : utf8]);
  }
  /** The values of a name, in the order sent. */
  const all = (name: string) => lines.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return { all, get: (name: string) => all(name)[0], lines: () => lines };
}
