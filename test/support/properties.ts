import fc from 'fast-check';

/** Whatever is random in a property is the same in each run of the tests, unless a seed is given, as `npm run soak -- properties` does. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export { default } from 'fast-check';
