export type HeaderLine = readonly [name: string, value: string];

/** The header lines of a response as sent, with repeated names. */
export type Headers = ReturnType<typeof readHeaders>;

/** Reads a flat list of names and values; trims the values (RFC 9110, section 5.5) and decodes valid UTF-8. */
export function readHeaders(raw: readonly string[]) {
  const lines: HeaderLine[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const value = (raw[i + 1] as string).replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
    const utf8 = Buffer.from(value, 'latin1').toString();
    lines.push([raw[i] as string, utf8.includes('\ufffd') ? value : utf8]);
  }
  /** Returns the values of a name, in the order sent. */
  const all = (name: string) => lines.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return { all, get: (name: string) => all(name)[0], lines: () => lines };
}
