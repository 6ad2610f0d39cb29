import { z } from 'zod/mini';

/** Returns whether a text is a complete absolute URL of one of these schemes, without blanks. */
export function isUrl(text: string, schemes: readonly string[]): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || !schemes.includes(scheme) || /[\s\p{Cc}]/u.test(text)) return false;
  return URL.canParse(text) && (scheme === 'mailto' ? /^mailto:[^@?]+@[^@?]/i : /^https?:\/\/[^/?#]/i).test(text);
}

/** assumed: web addresses may be http or https where the documents name no scheme (docs/protocol/conventions.md#urls). */
export const webUrl = z
  .string()
  .check(z.refine((text) => isUrl(text, ['http', 'https']), 'must be an http or https URL'));
