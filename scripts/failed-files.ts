import type { TestEvent } from 'node:test/reporters'

/** A reporter of `node --test`: the files in which a test failed, a line for each. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const told = new Set<string>()
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file || data.todo || told.has(data.file)) continue
    told.add(data.file)
    yield `${data.file}\n`
  }
}
