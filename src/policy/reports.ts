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
  const results = findings.map((finding) => {
    const artifactLocation = { uri: encodeURI(finding.file), uriBaseId: '%SRCROOT%' };
    return {
      ...{ ruleId: finding.rule, level: finding.level, message: { text: describe(finding) } },
      locations: [{ physicalLocation: { artifactLocation, region: { startLine: finding.line } } }],
      partialFingerprints: { 'svc/v1': fingerprint(finding) },
    };
  });
  const runs = [{ tool: { driver: { name: 'svc', version, rules: known } }, results }];
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs };
}

const severities = { error: 'major', warning: 'minor', note: 'info' } as const;

/** Findings as a Code Quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). */
export function codequality(findings: readonly Finding[]): object {
  return findings.map((finding) => ({
    ...{ description: describe(finding), check_name: finding.rule, fingerprint: fingerprint(finding) },
    ...{ severity: severities[finding.level], location: { path: finding.file, lines: { begin: finding.line } } },
  }));
}

/** `module network (acme/network/cloud): it has no version` */
function describe({ message, module, source }: Finding): string {
  return `module ${module} (${source}): ${message}`;
}

/** Stays the same when lines move. */
function fingerprint({ file, message, module, rule }: Finding): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, file, module, message]))
    .digest('hex');
}
