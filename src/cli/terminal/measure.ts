import type measureText from 'fast-string-truncated-width';

/** Measures a text: its width in cells, and the index at which a limit cuts it. */
export type Measure = (
  text: string,
  cut?: { limit: number; ellipsis: string },
) => Pick<ReturnType<typeof measureText>, 'index' | 'width'>;

const measureAscii: Measure = (text, { limit } = { limit: text.length, ellipsis: '' }) => ({
  width: text.length,
  index: text.length > limit ? limit - 1 : text.length,
});

/** The package for other characters. It reads tables of Unicode, which takes 2 ms. */
let measureAll: Measure | undefined;

/** Returns the measure for some texts. */
export async function measureFor(texts: readonly string[]): Promise<Measure> {
  if (!texts.some((text) => /[^ -~]/.test(text))) return measureAscii;
  measureAll ??= (await import('fast-string-truncated-width')).default;
  return measureAll;
}

/**
 * Returns the width of a cell without its colours. cli-table3 calls this function instead of its own package. `measureAll` is loaded by
 * then if a cell needs it, because texts are measured before they become cells. @public
 */
export function cellWidth(cell: string): number {
  const text = cell.replace(/\u001b\[\d+m/g, '');
  return measureAll && /[^ -~…]/.test(text) ? measureAll(text).width : text.length;
}
