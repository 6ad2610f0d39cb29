/**
 * A version as the ecosystem writes them: optional `v`, any number of numeric segments, a prerelease, metadata
 * (docs/protocol/modules.md#versions). The `semver` package knows exactly three segments, so it does not fit.
 */
export interface Version {
  /** As written. */
  readonly text: string;
  /** Numeric segments, padded with zeros to three. */
  readonly segments: readonly bigint[];
  readonly written: number;
  /** Empty for a release. */
  readonly prerelease: string;
  /** Never compared. */
  readonly metadata: string;
}

const part = '[0-9A-Za-z~-]';
/** A prerelease may follow without a dash unless it starts with a digit: `1.7rc2`. */
const pattern = new RegExp(
  `^v?([0-9]+(?:\\.[0-9]+)*)(?:-([0-9]+${part}*(?:\\.${part}+)*)|-?([A-Za-z~-]${part}*(?:\\.${part}+)*))?(?:\\+(${part}+(?:\\.${part}+)*))?$`,
);
/** assumed: no version is longer; limits the work that a hostile list can cause (docs/protocol/modules.md#versions). */
const maxLength = 256;
/** The ecosystem's tools use 64-bit numbers and ignore larger ones. */
const maxSegment = 2n ** 63n - 1n;

/** Parses a version; undefined for text that is not a version. */
export function parseVersion(text: string): Version | undefined {
  const match = text.length > maxLength ? null : pattern.exec(text);
  if (!match) return undefined;
  const segments = match[1]!.split('.').map(BigInt);
  if (segments.some((segment) => segment > maxSegment)) return undefined;
  const written = segments.length;
  while (segments.length < 3) segments.push(0n);
  return { text, segments, written, prerelease: match[2] ?? match[3] ?? '', metadata: match[4] ?? '' };
}

/** Returns the canonical spelling: no `v`, no leading zeros, three segments or more. */
export function formatVersion({ segments, prerelease, metadata }: Version): string {
  return segments.join('.') + (prerelease && `-${prerelease}`) + (metadata && `+${metadata}`);
}

/** Returns the canonical spelling of a version (`v1.2.0` is `1.2.0`), and other text unchanged. */
export function canonicalVersion(text: string): string {
  const version = parseVersion(text);
  return version ? formatVersion(version) : text;
}

/**
 * Orders two versions: negative, zero or positive. Segments count as numbers (missing ones are zero), a prerelease is
 * before its release, metadata is ignored. Prereleases are in semver's order: go-version orders `a`, `a.1`, `a.b` in a circle.
 */
export function compareVersions(a: Version, b: Version): number {
  return compareSegments(a, b) || comparePrereleases(a.prerelease, b.prerelease);
}

/** Orders two versions by their numeric segments only. */
export function compareSegments(a: Version, b: Version): number {
  for (let i = 0; i < Math.max(a.segments.length, b.segments.length); i++) {
    const order = compare(a.segments[i] ?? 0n, b.segments[i] ?? 0n);
    if (order) return order;
  }
  return 0;
}

function comparePrereleases(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [leftParts, rightParts] = [a.split('.'), b.split('.')];
  for (const [i, leftPart] of leftParts.entries()) {
    const rightPart = rightParts[i];
    if (rightPart === undefined) return 1;
    const order = compareIdentifiers(leftPart, rightPart);
    if (order) return order;
  }
  return leftParts.length - rightParts.length;
}

function compareIdentifiers(a: string, b: string): number {
  const [aIsNumber, bIsNumber] = [/^[0-9]+$/.test(a), /^[0-9]+$/.test(b)];
  if (aIsNumber && bIsNumber) return compare(BigInt(a), BigInt(b));
  return aIsNumber === bIsNumber ? compare(a, b) : Number(bIsNumber) - Number(aIsNumber);
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : Number(a > b);
}
