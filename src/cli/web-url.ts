import { isUrl } from '../api/contract/url.ts';
import { ValueError } from '../base/errors.ts';

/** Parses an http or https URL. @throws {UsageError} for anything else */
export function webUrl(text: string): string {
  if (isUrl(text, ['http', 'https'])) return text;
  throw new ValueError('must be an http or https URL.');
}
