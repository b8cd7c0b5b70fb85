/** A decimal column, which comes back as exact text, as the number of the contract. */
export const decimal = (text: string | null): number | null => (text === null ? null : Number(text))
