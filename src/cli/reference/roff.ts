/** Returns a tagged paragraph; the tag is already roff. */
export function item(tag: readonly string[], text: string): string[] {
  return ['.TP', tag.join(''), textLine(text)];
}

export function heading(title: string): string {
  return `.SH ${roff(title.toUpperCase())}`;
}

export function subheading(title: string): string {
  return `.SS ${roff(title)}`;
}

export function paragraph(text: string): string {
  return `.PP\n${textLine(text)}`;
}

/** Returns a line of text; guards an empty one and one that begins like a request. */
export function textLine(text: string): string {
  const line = roff(text.replace(/\s+/g, ' ').trim());
  return /^[.']/.test(line) || line === '' ? `\\&${line}` : line;
}

export function bold(text: string): string {
  return `\\fB${roff(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${roff(text)}\\fR`;
}

/** Escapes a text for roff, in ASCII: quotes, hyphens and accents stay as they are when copied from the page. */
export function roff(text: string): string {
  const literally: Record<string, string> = {
    '\\': '\\e',
    '-': '\\-',
    "'": '\\(aq',
    '`': '\\(ga',
    '^': '\\(ha',
    '~': '\\(ti',
    '"': '\\(dq',
  };
  return text
    .replace(/[\\\-'`^~"]/g, (char) => literally[char] ?? char)
    .replace(/[^\x00-\x7f]/gu, (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`);
}
