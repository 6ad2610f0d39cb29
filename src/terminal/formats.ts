/** The formats of stdout; loaded at every start, so it stands by itself. */
export const formats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw'] as const;
export type Format = (typeof formats)[number];
