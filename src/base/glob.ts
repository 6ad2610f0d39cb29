/**
 * Returns whether a whole name matches a pattern: `*` is any text, `?` any character. With `classes`, as in go-getter, `[a-z]` and
 * `[^a-z]` are classes of characters. Case-sensitive. The time is at most the product of both lengths, and usually their sum.
 */
export function matchesGlob(pattern: string, name: string, { classes = false } = {}): boolean {
  const parts = classes ? (pattern.match(/\[\^?[^\]]+\]|./gsu) ?? []) : [...pattern];
  const characters = [...name];
  let part = 0;
  let at = 0;
  let star: { part: number; at: number } | undefined;
  while (at < characters.length) {
    if (parts[part] === '*') {
      star = { part, at };
      part += 1;
    } else if (part < parts.length && matchesOne(parts[part]!, characters[at]!)) {
      part += 1;
      at += 1;
    } else if (star) {
      star.at += 1;
      part = star.part + 1;
      at = star.at;
    } else {
      return false;
    }
  }
  while (parts[part] === '*') part += 1;
  return part === parts.length;
}

/** Returns the names that match a pattern and no excluded pattern, in their original order. */
export function filterByGlob(
  names: readonly string[],
  include: readonly string[],
  exclude: readonly string[] = [],
): string[] {
  const matchesOf = (name: string) => (pattern: string) => matchesGlob(pattern, name);
  return names.filter((name) => include.some(matchesOf(name)) && !exclude.some(matchesOf(name)));
}

function matchesOne(part: string, character: string): boolean {
  if (part === '?') return true;
  if (part.length < 3 || !part.startsWith('[')) return part === character;
  const negated = part[1] === '^';
  const members = [...part.slice(negated ? 2 : 1, -1)];
  let isMember = false;
  for (let at = 0; at < members.length; at += 1) {
    const ranged = members[at + 1] === '-' && at + 2 < members.length;
    const last = ranged ? members[at + 2]! : members[at]!;
    if (members[at]! <= character && character <= last) isMember = true;
    if (ranged) at += 2;
  }
  return isMember !== negated;
}
