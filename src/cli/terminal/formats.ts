import type { ReportFormat } from '../../base/view.ts';

/** The formats of stdout. Every start loads this file, so it imports nothing. */
export const formats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw'] as const;
/** The report formats of an audit; no other command has them. */
export const reportFormats: readonly ReportFormat[] = ['sarif', 'codequality'];
export type Format = (typeof formats)[number] | ReportFormat;
