import { type Release, textFile } from '../../../src/modules/publish/release.ts';

/** A release with these files and nothing else of its own. */
export function releaseOf(files: Record<string, string>, changes: Partial<Release> = {}): Release {
  return {
    namespace: 'acme',
    name: 'thing',
    provider: 'null',
    version: '1.0.0',
    owner: '',
    description: '',
    source: '',
    publishedAt: '2025-01-01T00:00:00.000Z',
    verified: false,
    downloads: 0,
    files: Object.entries(files).map(([path, text]) => textFile(path, text)),
    ...changes,
  };
}
