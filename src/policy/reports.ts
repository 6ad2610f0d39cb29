import { createHash } from 'node:crypto';
import { version } from '../version.ts';
import type { Finding } from './audit.ts';
import { ruleNames, rules } from './rules.ts';

/** Findings as SARIF 2.1.0. */
export function sarif(findings: readonly Finding[]): object {
  const known = ruleNames.map((id) => {
    const { finds, level } = rules[id];
    return { id, shortDescription: { text: finds }, defaultConfiguration: { level } };
  });
  const fingerprints = fingerprintsOf(findings);
  const results = findings.map((finding, nth) => {
    const artifactLocation = { uri: finding.file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
    return {
      ...{ ruleId: finding.rule, level: finding.level, message: { text: describe(finding) } },
      locations: [{ physicalLocation: { artifactLocation, region: { startLine: finding.line } } }],
      partialFingerprints: { 'svc/v1': fingerprints[nth] },
    };
  });
  const runs = [{ tool: { driver: { name: 'svc', version, rules: known } }, results }];
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs };
}

const severities = { error: 'major', warning: 'minor', note: 'info' } as const;

/** Findings as a Code Quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). */
export function codequality(findings: readonly Finding[]): object {
  const fingerprints = fingerprintsOf(findings);
  return findings.map((finding, nth) => ({
    ...{ description: describe(finding), check_name: finding.rule, fingerprint: fingerprints[nth] },
    ...{ severity: severities[finding.level], location: { path: finding.file, lines: { begin: finding.line } } },
  }));
}

/** `module network (acme/network/cloud): it has no version` */
function describe({ message, module, source }: Finding): string {
  return `module ${module} (${source}): ${message}`;
}

/** Stay the same when lines move; equal findings of a file are counted. */
function fingerprintsOf(findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ file, message, module, rule }) => {
    const text = JSON.stringify([rule, file, module, message]);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return createHash('sha256')
      .update(nth > 1 ? text + nth : text)
      .digest('hex');
  });
}
