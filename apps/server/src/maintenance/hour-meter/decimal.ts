/** Converts a decimal column, which the database returns as exact text, into a number. */
export const decimal = (text: string | null): number | null => (text === null ? null : Number(text))
