import { test } from 'node:test'
import { lacks } from '../../../../../scripts/programs.ts'

/** Everything that is so with frames in files is so with frames in a bucket. */
const skip = lacks('swift-proxy-server')
if (skip) test('frames in a bucket of Swift', { skip })
else {
  process.env.TEST_FRAME_STORE = 'swift'
  await import('../frames/frames.db.test.ts')
}
