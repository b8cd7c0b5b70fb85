/** The formats that an image may have, with the extension of its file. */
export const FRAME_EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const
export type FrameMime = keyof typeof FRAME_EXTENSIONS
export const FRAME_MIMES = Object.keys(FRAME_EXTENSIONS) as FrameMime[]
