/** What moves a cursor, and halves of pairs, which UTF-8 cannot hold. */
const control = /[\p{Cc}\p{Cs}]/gu;

/**
 * What reorders text or is not seen, as well: line and paragraph separators, annotations, and what Unicode calls ignorable
 * (zero-width and bidirectional characters, the byte-order mark, tags, variation selectors). The two selectors that choose how an
 * emoji looks stay behind one; joiners stay between emoji, and between letters without case: those of Persian and Hindi change
 * with them, those of English do not.
 */
const unprintable =
  /[\p{Cc}\u2028\u2029\ufff9-\ufffb\p{Cs}]|(?<!\p{Emoji})[\ufe0e\ufe0f]|\p{Default_Ignorable_Code_Point}(?<![\ufe0e\ufe0f]|(?<=[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{Lo}\p{M}\p{Extended_Pictographic}]))/gu;

/** The escapes so far: a long text may be nothing but one of them. */
const escapes: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The same in UTF-16 code units. */
const unitEscapes: Record<string, string> = {};

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  escapes[character] ??= code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`;
  return escapes[character];
}

/** Text from elsewhere as one harmless line: whatever could move a cursor, reorder or hide text is shown escaped. */
export function printable(text: string): string {
  return text.replace(unprintable, escaped);
}

/** The same for text of several lines: line feeds and tabs stay. */
export function printableLines(text: string): string {
  return escapedLines(text, unprintable);
}

/** Text from elsewhere as one line for a program: only control characters are escaped. */
export function dataLine(text: string): string {
  return text.replace(control, escaped);
}

/** The same for text of several lines: line feeds and tabs stay. */
export function dataLines(text: string): string {
  return escapedLines(text, control);
}

function escapedLines(text: string, characters: RegExp): string {
  return text.replaceAll('\r\n', '\n').replace(characters, (c) => (c === '\n' || c === '\t' ? c : escaped(c)));
}

/** JSON text with the characters that JSON allows raw but a terminal obeys written as `\uXXXX`: the same value when read. */
export function printableJson(json: string): string {
  return json.replace(unprintable, (character) => (character === '\n' ? character : units(character)));
}

/** The same for YAML whose strings with such characters are in double quotes; above U+FFFF they are written as `\UXXXXXXXX`. */
export function printableYaml(yaml: string): string {
  return yaml.replace(unprintable, (character) => {
    if (character === '\n') return character;
    return character.length > 1 ? `\\U${hex(character.codePointAt(0) ?? 0, 8)}` : units(character);
  });
}

/** Whether a text is the same in `printableJson`. */
export function isPrintable(text: string): boolean {
  return text.replaceAll('\n', ' ').search(unprintable) < 0;
}

function units(character: string): string {
  const unit = (at: number) => `\\u${hex(character.charCodeAt(at), 4)}`;
  unitEscapes[character] ??= character.length > 1 ? unit(0) + unit(1) : unit(0);
  return unitEscapes[character];
}
