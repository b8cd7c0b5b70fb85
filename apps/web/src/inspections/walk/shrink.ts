import { fitWithin } from './fit.ts'

/** Enough to read a part number, and 300 KB or so: a boat's network is slow. */
const LONGEST_PX = 1600
const QUALITY = 0.82

/**
 * A picture from a camera as a small JPEG, upright, without where and when it was taken, as a data URL. Rejects what is no
 * picture.
 */
export async function shrink(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, fitWithin(picture.width, picture.height, LONGEST_PX))
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/jpeg', QUALITY)
  } finally {
    picture.close()
  }
}
