/** The formats of stdout; loaded at every start, so it stands by itself. */
export const formats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw'] as const;
/** The reports of an audit, which only that command has. */
export const reportFormats = ['sarif', 'codequality'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export type Format = (typeof formats)[number] | ReportFormat;
