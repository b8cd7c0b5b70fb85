import type { FleetFrame, Vessel } from '@binnacle/contract'
import { IconSailboat, IconShip, IconSpeedboat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Age } from '../ui/age.tsx'
import classes from './boat-picture.module.css'

interface BoatPictureProps {
  vessel: Vessel
  frame: FleetFrame | null
  size: 'card' | 'page'
  /** It is in sight when the page opens, and fetched at once; others when they come into sight. */
  atOnce?: boolean
}

/** How wide the picture is on a page: cards are three abreast at most, and a boat's page has a column beside it. */
const SIZES = {
  card: '(max-width: 48em) 100vw, 30rem',
  page: '(max-width: 62em) 100vw, 55vw',
}

/** The browser takes what its screen can show. No picture is made larger than the camera sent it. */
const sources = ({ thumb_url, screen_url, url, width }: FleetFrame) =>
  [
    [thumb_url, Math.min(320, width ?? 320)] as const,
    [screen_url, Math.min(800, width ?? 800)] as const,
    [url, width ?? 1280] as const,
  ]
    .map(([link, px]) => `${link} ${px}w`)
    .join(', ')

const ICONS: Partial<Record<Vessel['vessel_type'], typeof IconShip>> = {
  sailboat: IconSailboat,
  catamaran: IconSailboat,
  trimaran: IconSailboat,
  motorboat: IconSpeedboat,
  rib: IconSpeedboat,
}

/** The newest picture from on board, with its camera and age; a quiet sea where there is none. */
export function BoatPicture({ vessel, frame, size, atOnce = false }: BoatPictureProps) {
  const { picture } = useTexts().boats
  const [broken, setBroken] = useState<string | null>(null)
  const Icon = ICONS[vessel.vessel_type] ?? IconShip
  const shown = frame && frame.url !== broken ? frame : null
  return (
    <figure className={classes.picture}>
      {shown ? (
        <img
          className={classes.image}
          src={shown.screen_url}
          srcSet={sources(shown)}
          sizes={SIZES[size]}
          width={shown.width ?? 1280}
          height={shown.height ?? 720}
          alt={picture.alt(shown.camera_label, vessel.name)}
          loading={atOnce ? 'eager' : 'lazy'}
          fetchPriority={atOnce ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(shown.url)}
        />
      ) : (
        <span className={classes.placeholder} role="img" aria-label={picture.none}>
          <Icon size={size === 'card' ? 64 : 96} stroke={1.1} aria-hidden />
        </span>
      )}
      {shown && (
        <figcaption className={classes.caption}>
          <span>{shown.camera_label}</span>
          <Age at={shown.captured_at} />
        </figcaption>
      )}
    </figure>
  )
}
