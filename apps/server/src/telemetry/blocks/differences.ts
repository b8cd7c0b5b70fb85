/** Each number's difference to the one before it; the first one's to 0. */
export const differences = (numbers: readonly number[]): number[] =>
  numbers.map((number, i) => number - (numbers[i - 1] ?? 0))

/** The numbers again. */
export function sums(differences: Float64Array): Float64Array {
  let sum = 0
  return differences.map((difference) => (sum += difference))
}
