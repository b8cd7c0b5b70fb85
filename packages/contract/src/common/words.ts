/** `5 s`; `1.5 s`. */
export const seconds = (ms: number): string => `${ms / 1000} s`

/** `64 KiB (65,536 bytes)`. */
export const kibibytes = (bytes: number): string =>
  `${Math.round(bytes / 1024).toLocaleString('en')} KiB (${bytes.toLocaleString('en')} bytes)`

/** `8 MiB`. */
export const mebibytes = (bytes: number): string => `${bytes / 1024 ** 2} MiB`

/** `30 minutes`. */
export const minutes = (inSeconds: number): string => `${inSeconds / 60} minutes`

/** `a, b and c`. */
export const listed = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words)
