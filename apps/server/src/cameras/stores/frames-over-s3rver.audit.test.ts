/** Everything that is so with frames in files is so with frames in a bucket. */
process.env.TEST_FRAME_STORE = 's3rver'
await import('../frames/frames.db.test.ts')
