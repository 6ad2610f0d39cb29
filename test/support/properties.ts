import fc from 'fast-check';

/** The fixed seed of all properties; `npm run soak -- properties` sets another. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

/** Letters and the like as often as anything else, without halves of pairs. */
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCodePoint(code)),
  fc
    .integer({ min: 0, max: 0x10ffff - 0x800 })
    .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800)),
);

const share = Number(process.env.PROPERTY_SHARE ?? 0.1);

/** The share of a property's runs in the regular tests; `npm run soak -- properties` makes all of them. */
export function runs(inSoak: number): number {
  return Math.ceil(inSoak * share);
}

type Drawn<Values extends unknown[]> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };
type Check<Values extends unknown[], Result> = (...values: Values) => Result;
type Given<Values extends unknown[], Result> =
  | [numRuns: number, check: Check<Values, Result>]
  | [Check<Values, Result>];

function checked<Values extends unknown[], Result>(given: Given<Values, Result>) {
  const [first, check] = given;
  return check === undefined ? { check: first as Check<Values, Result> } : { check, numRuns: first as number };
}

/** Checks a property of values that are drawn. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  values: Drawn<Values>,
  ...given: Given<Values, boolean | undefined>
): void {
  const { check, ...options } = checked(given);
  fc.assert(fc.property(...values, check), options);
}

/** Checks an asynchronous property of values that are drawn. */
export function forAllAsync<Values extends [unknown, ...unknown[]]>(
  values: Drawn<Values>,
  ...given: Given<Values, Promise<boolean | undefined>>
): Promise<void> {
  const { check, ...options } = checked(given);
  return fc.assert(fc.asyncProperty(...values, check), options);
}

/** Text of any characters. `fc.string({ unit: 'binary' })` fills a table of a million of them, in a second and 150 MB. */
export const anyText = (limits: fc.ArrayConstraints = {}): fc.Arbitrary<string> =>
  fc.array(character, limits).map((characters) => characters.join(''));

const segment = fc
  .array(fc.oneof(fc.constantFrom(..."aZ0-._~!$&'()*+,;=:@"), character.map(encodeURIComponent)), { maxLength: 8 })
  .map((characters) => characters.join(''));

/** `https` URLs with odd paths. `fc.webUrl` fills a table of all characters, too. */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.domain(), fc.array(segment, { maxLength: 4 }))
  .map((parts) => `https://${parts.flat().join('/')}`);

export { default } from 'fast-check';
