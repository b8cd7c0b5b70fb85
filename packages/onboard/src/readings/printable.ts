/** A text without what a terminal takes for a command: names come from the boat's network and from files. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '?')
