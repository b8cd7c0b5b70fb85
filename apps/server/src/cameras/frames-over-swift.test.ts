import { test } from 'node:test'
import { noSwift } from '../testing/swift.ts'

/** Everything that is so with frames in files is so with frames in a bucket. */
if (noSwift) test('frames in a bucket of Swift', { skip: noSwift })
else {
  process.env.TEST_FRAME_STORE = 'swift'
  await import('./frames.test.ts')
}
