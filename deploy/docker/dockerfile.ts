interface Instruction {
  /** RUN, COPY and so on. */
  name: string
  rest: string
}

/** The instructions of a Dockerfile of the simple kind: without here-documents and line continuations. */
export const instructionsOf = (text: string): Instruction[] =>
  text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      if (!name || !rest || rest.endsWith('\\') || rest.startsWith('<<')) throw new Error(`not understood: ${line}`)
      return { name, rest }
    })
