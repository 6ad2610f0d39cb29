import type { ReportFormat } from '../../base/view.ts';

/** The formats of stdout. This file imports nothing, because every start loads it. */
export const formats = ['table', 'json', 'ndjson', 'yaml', 'csv', 'tsv', 'raw'] as const;
/** The report formats of an audit. No other command accepts them. */
export const reportFormats: readonly ReportFormat[] = ['sarif', 'codequality'];
export type Format = (typeof formats)[number] | ReportFormat;
