/** The number of kills or processes in a test: few in the regular tests, many in `npm run soak -- processes`. */
export const times = (few: number, many: number): number => (process.env.SOAK ? many : few);
