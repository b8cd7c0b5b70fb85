/** `5 s`; `1.5 s`. */
export const seconds = (ms: number): string => `${ms / 1000} s`

/** `64 KiB (65,536 bytes)`. */
export const kibibytes = (bytes: number): string =>
  `${Math.round(bytes / 1024).toLocaleString('en')} KiB (${bytes.toLocaleString('en')} bytes)`

/** `a, b and c`. */
export const listed = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words)
