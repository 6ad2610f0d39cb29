/**
 * Whether a name matches a go-getter pattern: `*` any characters, `?` one, `[a-z]` and `[^a-z]` one of a class.
 * Runs in time proportional to both lengths: the pattern may come from a server.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const tokens = pattern.match(/\[\^?[^\]]+\]|./gsu) ?? [];
  const characters = [...name];
  let part = 0;
  let at = 0;
  let star: { part: number; at: number } | undefined;
  while (at < characters.length) {
    if (tokens[part] === '*') {
      star = { part, at };
      part += 1;
    } else if (part < tokens.length && matchesOne(tokens[part]!, characters[at]!)) {
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
  while (tokens[part] === '*') part += 1;
  return part === tokens.length;
}

/** Whether a segment is a pattern and not just a name. */
export function isGlob(segment: string): boolean {
  return /[*?[]/.test(segment);
}

function matchesOne(part: string, character: string): boolean {
  if (part === '?') return true;
  if (part.length < 3 || !part.startsWith('[')) return part === character;
  const negated = part[1] === '^';
  const members = [...part.slice(negated ? 2 : 1, -1)];
  let found = false;
  for (let at = 0; at < members.length; at += 1) {
    const ranged = members[at + 1] === '-' && at + 2 < members.length;
    const last = ranged ? members[at + 2]! : members[at]!;
    if (members[at]! <= character && character <= last) found = true;
    if (ranged) at += 2;
  }
  return found !== negated;
}
