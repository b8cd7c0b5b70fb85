/** `1 hour`, `2 hours`: a formatted number with the word for one thing or for several. */
export const counted = (number: string, one: string, several: string): string =>
  `${number} ${number === '1' ? one : several}`
