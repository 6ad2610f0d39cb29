/** Characters that move a cursor, and unpaired surrogates, which UTF-8 cannot encode. Listed by code points, because `\p{…}` reads tables of Unicode. */
const control = /[^ -~\u00a0-\ud7ff\ue000-\u{10ffff}]/gu;

/**
 * The characters of `control`, and characters that reorder text or are invisible: line and paragraph separators, annotations, and the
 * characters that Unicode calls ignorable (zero-width and bidirectional characters, the byte-order mark, tags, variation selectors).
 * Exceptions: the two selectors for the look of an emoji are kept after an emoji. Joiners are kept between emoji, and between letters
 * without case, because they change letters of Persian and Hindi, but not of English. A literal would slow down each start.
 */
const unprintable = String.raw`[\p{Cc}\u2028\u2029\ufff9-\ufffb\p{Cs}]|(?<!\p{Emoji})[\ufe0e\ufe0f]|\p{Default_Ignorable_Code_Point}(?<![\ufe0e\ufe0f]|(?<=[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{Lo}\p{M}\p{Extended_Pictographic}]))`;

/** Returns the expression for the unprintable characters of a text: for ASCII, `control`. */
const unprintableIn = (text: string) => (/[\u0080-\uffff]/.test(text) ? new RegExp(unprintable, 'gu') : control);

/** The escapes computed so far, because a long text may repeat one many times. */
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The escapes computed so far, written as UTF-16 code units. */
const unitEscapes: Record<string, string> = {};

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  escapes[character] ??= code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`;
  return escapes[character];
}

/** Formats a text of a server or a file as one line. Escapes characters that could move a cursor, or reorder or hide text. */
export function printable(text: string): string {
  return text.replace(unprintableIn(text), escaped);
}

/** Formats a text of a server or a file as lines. Escapes the same characters, but keeps line feeds and tabs. */
export function printableLines(text: string): string {
  return escapedLines(text, unprintableIn(text));
}

/** Formats a text of a server or a file as one line for a program. Escapes only control characters. */
export function dataLine(text: string): string {
  return text.replace(control, escaped);
}

/** Formats a text of a server or a file as lines for a program. Keeps line feeds and tabs. */
export function dataLines(text: string): string {
  return escapedLines(text, control);
}

function escapedLines(text: string, characters: RegExp): string {
  return text.replaceAll('\r\n', '\n').replace(characters, (c) => (c === '\n' || c === '\t' ? c : escaped(c)));
}

/** Escapes the characters that JSON allows unescaped but a terminal obeys, as `\uXXXX`. The parsed value stays the same. */
export function printableJson(json: string): string {
  return json.replace(unprintableIn(json), (character) => (character === '\n' ? character : units(character)));
}

/** Escapes such characters in YAML, where they occur only in double-quoted strings. Characters above U+FFFF become `\UXXXXXXXX`. */
export function printableYaml(yaml: string): string {
  return yaml.replace(unprintableIn(yaml), (character) => {
    if (character === '\n') return character;
    return character.length > 1 ? `\\U${hex(character.codePointAt(0) ?? 0, 8)}` : units(character);
  });
}

/** Returns whether `printableJson` leaves a text unchanged. */
export function isPrintable(text: string): boolean {
  return text.replaceAll('\n', ' ').search(unprintableIn(text)) < 0;
}

function units(character: string): string {
  const unit = (at: number) => `\\u${hex(character.charCodeAt(at), 4)}`;
  unitEscapes[character] ??= character.length > 1 ? unit(0) + unit(1) : unit(0);
  return unitEscapes[character];
}
