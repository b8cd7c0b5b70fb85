/**
 * What a process of several files writes to standard output and standard error when one has ended: a single character, which
 * arrives whole.
 */
export const END_OF_FILE = '\u0004'
