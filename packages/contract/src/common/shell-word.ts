/** One word for a shell, whatever is in it. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
