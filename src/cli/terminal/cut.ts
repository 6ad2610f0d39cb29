/**
 * Returns a function that cuts text to what a terminal draws in so many cells, with an ellipsis where something is
 * missing.
 */
export async function cutter(): Promise<(text: string, width: number) => string> {
  const { default: measure } = await import('fast-string-truncated-width');
  return (text, width) => {
    const { ellipsed, index } = measure(text, { limit: width, ellipsis: '…' });
    // The cut may be in the middle of a character that takes two code units.
    return ellipsed ? `${text.slice(0, index).replace(/\p{Cs}$/u, '')}…` : text;
  };
}
