/** Where a program's messages go: the journal, or Signal K's own log. Keys are never given to it. */
export interface Log {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}
