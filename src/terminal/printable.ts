// C0, DEL, C1, bidirectional controls, line and paragraph separators, byte order mark, lone surrogates.
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const named: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  return named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Text from elsewhere as one harmless line: whatever could move a cursor, reorder or hide text is shown escaped. */
export function printable(text: string): string {
  return text.replace(unprintable, escaped);
}

/** The same for text of several lines: line feeds and tabs stay. */
export function printableLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unprintable, (c) => (c === '\n' || c === '\t' ? c : escaped(c)));
}

/** JSON text with the characters that JSON allows raw but a terminal obeys written as `\uXXXX`: the same value when read. */
export function printableJson(json: string): string {
  return json.replace(unprintable, (c) => (c === '\n' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
