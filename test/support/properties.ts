import fc from 'fast-check';

/** The fixed seed of all properties; `npm run soak -- properties` sets another. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

const share = Number(process.env.PROPERTY_SHARE ?? 0.2);

/** The share of a property's runs in the regular tests; `npm run soak -- properties` makes all of them. */
export function runs(inSoak: number): number {
  return Math.ceil(inSoak * share);
}

export { default } from 'fast-check';
