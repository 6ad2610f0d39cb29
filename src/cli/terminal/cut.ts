/** Returns a function that cuts text to a number of terminal cells, with an ellipsis in place of the rest. */
export async function cutter(): Promise<(text: string, width: number) => string> {
  const { default: measure } = await import('fast-string-truncated-width');
  return (text, width) => {
    const { ellipsed, index } = measure(text, { limit: width, ellipsis: '…' });
    // The cut may be inside a character of two code units.
    return ellipsed ? `${text.slice(0, index).replace(/\p{Cs}$/u, '')}…` : text;
  };
}
