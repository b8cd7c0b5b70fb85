/** How many runs a property has that is slow: few in `npm test`, many in `npm run test:all`. */
export const propertyRuns = (few: number, many: number): number => (process.env.TEST_RUNS === 'many' ? many : few)
