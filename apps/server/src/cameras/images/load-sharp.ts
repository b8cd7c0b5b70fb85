let loading: ReturnType<typeof load> | undefined

/** The image library. Loaded with the first picture: it takes memory that a boat without a camera saves. */
export const loadSharp = () => (loading ??= load())

async function load() {
  const { default: sharp } = await import('sharp')
  // These settings apply to the whole process: it reads only these three formats.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp'].flatMap((type) => [
      `VipsForeignLoad${type}File`,
      `VipsForeignLoad${type}Buffer`,
    ]),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
