/** The anchors of a page, by the rule of GitHub: a heading in lower case, without punctuation, blanks as hyphens, repeats numbered. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const repeats = new Map<string, number>();
  for (const [, heading] of withoutCode(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const plain = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
    const before = repeats.get(slug) ?? 0;
    repeats.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

/** The targets of a page's links, as written. */
export function linksOf(markdown: string): string[] {
  const prose = withoutCode(markdown).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, '');
}
