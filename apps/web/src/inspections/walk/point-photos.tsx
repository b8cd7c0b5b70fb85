import type { InspectionPoint } from '@binnacle/contract'
import { LIMITS } from '@binnacle/contract/limits'
import { ActionIcon, Button } from '@mantine/core'
import { IconCamera, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { randomKey } from '../../api/request-keys.ts'
import { useFormat } from '../../format/use-format.ts'
import { useWaiting } from '../../outbox/entries.ts'
import { deletionOf } from '../../outbox/entry.ts'
import type { Outbox, OutboxState } from '../../outbox/points/outbox.ts'
import type { UnsentPhoto } from '../../outbox/points/unsent.ts'
import { KeepIt, WaitsForDeletion } from '../../outbox/waits-for-deletion.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Problem } from '../../ui/problem.tsx'
import { useRemovePhoto } from '../queries.ts'
import classes from './photos.module.css'
import { shrink } from './shrink.ts'

interface PointPhotosProps {
  vesselId: string
  inspectionId: string
  point: InspectionPoint
  outbox: Outbox
  state: OutboxState
}

/** The photos of a point, those that still travel among them, and the camera. */
export function PointPhotos({ vesselId, inspectionId, point, outbox, state }: PointPhotosProps) {
  const { walk } = useTexts().inspections
  const removal = useRemovePhoto(vesselId, inspectionId)
  const entries = useWaiting(vesselId)
  const [broken, setBroken] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const waiting = state.unsent.photos.filter(({ itemId }) => itemId === point.id)
  const full = point.photos.length + waiting.length >= LIMITS.photosPerPoint

  async function take(picture: File | undefined) {
    if (!picture) return
    try {
      setBroken(false)
      outbox.addPhoto({ id: randomKey(), itemId: point.id, image: await shrink(picture) })
    } catch {
      setBroken(true)
    }
  }

  return (
    <section aria-label={walk.photos} className={classes.photos}>
      {point.photos.map(({ id, thumb_url, url }, i) => {
        const title = walk.photoOf(point.title, i + 1)
        const deletion = deletionOf(entries, id)
        return (
          <figure key={id} className={classes.photo} data-waiting={deletion ? true : undefined}>
            <a href={url} target="_blank" rel="noreferrer">
              <img src={thumb_url} alt={title} />
            </a>
            {deletion ? (
              <figcaption>
                <WaitsForDeletion /> <KeepIt deletion={deletion} title={title} />
              </figcaption>
            ) : (
              <RemoveButton label={walk.removePhoto(i + 1)} onClick={() => removal.mutate({ photoId: id, title })} />
            )}
          </figure>
        )
      })}
      {waiting.map((photo, i) => (
        <WaitingPhoto
          key={photo.id}
          photo={photo}
          state={state}
          label={walk.removePhoto(point.photos.length + i + 1)}
          onRemove={() => outbox.discard(photo.id)}
        />
      ))}
      <input
        ref={file}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        disabled={full}
        leftSection={<IconCamera size={22} aria-hidden />}
        onClick={() => file.current?.click()}
      >
        {walk.addPhoto}
      </Button>
      {full && <span className={classes.said}>{walk.noMorePhotos}</span>}
      {broken && (
        <span role="alert" className={classes.refused}>
          {walk.notAPicture}
        </span>
      )}
      {removal.error && <Problem error={removal.error} />}
    </section>
  )
}

interface WaitingPhotoProps {
  photo: UnsentPhoto
  state: OutboxState
  label: string
  onRemove: () => void
}

function WaitingPhoto({ photo, state, label, onRemove }: WaitingPhotoProps) {
  const { walk } = useTexts().inspections
  const format = useFormat()
  const refused = photo.id in state.unsent.refused
  const travels = state.sending && !state.trouble && state.unsent.photos[0]?.id === photo.id
  const said = refused
    ? walk.photoRefused
    : travels
      ? walk.photoTravels(format.percent(100 * state.progress))
      : walk.photoWaits
  return (
    <figure className={classes.photo} data-waiting>
      <img src={photo.image} alt="" />
      <figcaption className={refused ? classes.refused : classes.said}>{said}</figcaption>
      <RemoveButton label={label} onClick={onRemove} />
    </figure>
  )
}

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon className={classes.remove} variant="filled" color="dark.9" aria-label={label} onClick={onClick}>
    <IconX size={20} aria-hidden />
  </ActionIcon>
)
