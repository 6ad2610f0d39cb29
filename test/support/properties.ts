import fc from 'fast-check';

/** Whatever is random in a property is the same in each run of the tests, unless a seed is given, as `npm run soak -- properties` does. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

const share = Number(process.env.PROPERTY_SHARE ?? 0.2);

/** Of the runs that a property takes in `npm run soak -- properties`, those that it takes in each run of the tests. */
export function runs(inSoak: number): number {
  return Math.ceil(inSoak * share);
}

export { default } from 'fast-check';
