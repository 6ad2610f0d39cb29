import { createHash } from 'node:crypto';
import { version } from '../../base/version.ts';
import type { Finding } from './audit.ts';
import { ruleNames, rules } from './rules.ts';

/** Returns findings as SARIF 2.1.0. */
export function sarif(findings: readonly Finding[]): object {
  const descriptors = ruleNames.map((id) => {
    const { finds, level } = rules[id];
    return { id, shortDescription: { text: finds }, defaultConfiguration: { level } };
  });
  const results = described(findings).map(({ file, fingerprint, level, line, rule, text }) => {
    const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
    const physicalLocation = { artifactLocation, region: { startLine: line } };
    const partialFingerprints = { 'svc/v1': fingerprint };
    return { ruleId: rule, level, message: { text }, locations: [{ physicalLocation }], partialFingerprints };
  });
  const runs = [{ tool: { driver: { name: 'svc', version, rules: descriptors } }, results }];
  return { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs };
}

const severities = { error: 'major', warning: 'minor', note: 'info' } as const;

/** Returns findings as a Code Quality report (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format). */
export function codequality(findings: readonly Finding[]): object {
  return described(findings).map(({ file, fingerprint, level, line, rule, text }) => {
    const location = { path: file, lines: { begin: line } };
    return { description: text, check_name: rule, fingerprint, severity: severities[level], location };
  });
}

/** Adds texts to findings, and fingerprints that stay equal when lines move; numbers equal findings in a file. */
function described(findings: readonly Finding[]) {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const { file, message, module, rule, source } = finding;
    const key = JSON.stringify([rule, file, module, message]);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    const fingerprint = createHash('sha256').update(nth > 1 ? key + nth : key);
    return { ...finding, fingerprint: fingerprint.digest('hex'), text: `module ${module} (${source}): ${message}` };
  });
}
