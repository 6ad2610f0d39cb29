/** How often a test of kills or of many processes does it: a few times in the checks, many in `npm run soak -- processes`. */
export const times = (few: number, many: number): number => (process.env.SOAK ? many : few);
