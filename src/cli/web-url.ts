import { isUrl } from '../api/contract/url.ts';
import { ValueError } from '../base/errors.ts';

/** Parses a web address. @throws {UsageError} for anything but an http or https URL */
export function webUrl(text: string): string {
  if (isUrl(text, ['http', 'https'])) return text;
  throw new ValueError('must be an http or https URL.');
}
