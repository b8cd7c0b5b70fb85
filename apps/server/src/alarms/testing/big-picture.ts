import sharp from 'sharp'

/** A picture as a phone takes it, as base64: large, and with the name of who took it in its metadata. */
export async function bigPicture(): Promise<string> {
  const jpeg = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#357' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Ada Lovelace' } })
    .toBuffer()
  return jpeg.toString('base64')
}

/** What a receiver of a picture sees of it: its type, its width, and whether it says who took it. */
export async function seenOf(picture: Buffer): Promise<[string, number, boolean]> {
  const { format, width, exif } = await sharp(picture).metadata()
  return [format, width, exif !== undefined || picture.includes('Lovelace')]
}
