/** By definition. */
export const METRES_PER_NAUTICAL_MILE = 1852
