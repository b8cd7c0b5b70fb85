declare module 'postject' {
  /** Writes the data into the program `file`, as a note of this name. */
  export function inject(file: string, name: string, data: Buffer, options: { sentinelFuse: string }): Promise<void>
}
