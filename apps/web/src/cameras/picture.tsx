import type { StoredFrame } from '@binnacle/contract'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import classes from './picture.module.css'

interface PictureProps {
  frame: Pick<StoredFrame, 'url' | 'thumb_url' | 'width' | 'height'>
  /** What stands for it where it is not seen; empty beside words that say the same. */
  alt: string
  /** The one of 320 px. */
  small?: boolean
  /** Width by height of its place; its own unless given. */
  ratio?: number
  /** Seen at once, so not left for later. */
  first?: boolean
}

/** A still in a place of its own size, so that nothing moves when it comes; words where it does not. */
export function Picture({ frame, alt, small = false, ratio, first = false }: PictureProps) {
  const { cameras } = useTexts()
  const src = small ? frame.thumb_url : frame.url
  const [failed, setFailed] = useState<string | null>(null)
  const [width, height] = [frame.width ?? 16, frame.height ?? 9]
  return (
    <span className={classes.picture} style={{ aspectRatio: String(ratio ?? width / height) }}>
      {failed === src ? (
        <span className={classes.missing}>
          <IconPhotoOff size={28} aria-hidden />
          {!small && cameras.gone}
        </span>
      ) : (
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(src)}
        />
      )}
    </span>
  )
}
