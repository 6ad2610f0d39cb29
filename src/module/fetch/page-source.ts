const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The content of `<meta name="terraform-get">` in the head of an HTML page, if any. */
export function sourceInPage(html: string): string | undefined {
  const plain = html.replaceAll(/<!--.*?(?:-->|$)/gs, '');
  const end = plain.search(/<\/head\b|<body\b/i);
  const head = end < 0 ? plain : plain.slice(0, end);
  for (const [, inside = ''] of head.matchAll(/<meta\s([^<>]{0,8192})>/gi)) {
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single, bare = ''] of inside.matchAll(
      /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g,
    )) {
      const key = name.toLowerCase();
      if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare);
    }
    const content = attributes.get('content');
    if (attributes.get('name') === 'terraform-get' && content) return decoded(content).trim() || undefined;
  }
  return undefined;
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));/gi,
    (whole, decimal, hex, name: string | undefined) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
