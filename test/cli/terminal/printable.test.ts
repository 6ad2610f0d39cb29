import { describe, expect, test } from 'vitest';
import { printable, printableJson, printableLines } from '../../../src/cli/terminal/printable.ts';
import { anyText, forAll } from '../../support/properties.ts';

describe('untrusted text on one line', () => {
  // trust: T-67
  test.each([
    ['plain words stay', 'Grüße, 世界 🎉', 'Grüße, 世界 🎉'],
    ['an escape sequence', '\u001b[2J', '\\u001b[2J'],
    ['an 8-bit control sequence', '\u009b31m', '\\u009b31m'],
    ['a line feed', 'a\nb', 'a\\nb'],
    ['a tab', 'a\tb', 'a\\tb'],
    ['a right-to-left override', '\u202egnp.exe', '\\u202egnp.exe'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['a byte order mark', '\ufeffx', '\\ufeffx'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a zero-width joiner', 'a\u200db', 'a\\u200db'],
    ['a soft hyphen', 'a\u00adb', 'a\\u00adb'],
    ['a filler', 'a\u3164b', 'a\\u3164b'],
    ['tags', 'a\u{e0041}\u{e007f}b', 'a\\u{e0041}\\u{e007f}b'],
    ['variation selectors', 'a\ufe0f\u{e0100}b', 'a\\ufe0f\\u{e0100}b'],
    ['an annotation', '\ufff9x\ufffb', '\\ufff9x\\ufffb'],
    ['how an emoji looks stays', '\u2764\ufe0f \u{1f3d6}\ufe0f', '\u2764\ufe0f \u{1f3d6}\ufe0f'],
    ['an emoji of several', '👩🏽‍💻 🏳️‍🌈 👨‍👩‍👧', '👩🏽‍💻 🏳️‍🌈 👨‍👩‍👧'],
    ['Persian', 'می‌خواهم', 'می‌خواهم'],
    ['Devanagari and Kannada', 'क्‍ष ರ‍್ಕ', 'क्‍ष ರ‍್ಕ'],
    [
      'a joiner that nothing is joined by',
      '\u200cع\u200c ع\u200c\u200cع1\u200d2',
      '\\u200cع\\u200c ع\\u200c\\u200cع1\\u200d2',
    ],
    ['half of a pair', '\ud83c!', '\\ud83c!'],
    ['the other half', '!\udf89', '!\\udf89'],
  ])('untrusted text becomes one harmless line: %s', (_title, text, expected) => {
    expect(printable(text)).toBe(expected);
  });
});

test('a text of several lines keeps its line feeds and tabs, and every other control character is escaped', () => {
  expect(printableLines('a\tb\r\nc\rd\u001b[0m')).toBe('a\tb\nc\\rd\\u001b[0m');
});

// trust: T-67
test('no text is printed with a character that a terminal obeys', () => {
  const obeyed =
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]|\p{Cs}|(?<![\p{Lo}\p{M}\p{Emoji}])[\u200c\u200d]/u;
  forAll([anyText()], (text) => {
    expect(printable(text)).not.toMatch(obeyed);
    expect(printableLines(text).replace(/[\n\t]/g, '')).not.toMatch(obeyed);
    expect(printableJson(JSON.stringify(text))).not.toMatch(obeyed);
  });
});

test('escaping control characters does not change the value of JSON', () => {
  forAll([anyText()], (text) => {
    expect(JSON.parse(printableJson(JSON.stringify({ [text]: text }, null, 2)))).toEqual({ [text]: text });
  });
});
