import type { CameraOverview } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useCameraActions } from './queries.ts'

/** Deletes a camera with its pictures, after asking. */
export function DeleteCamera({ vesselId, camera }: { vesselId: string; camera: CameraOverview }) {
  const { settings: texts } = useTexts().cameras
  const { remove } = useCameraActions(vesselId, camera.id)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const leave = () => navigate({ to: '/boats/$boatId/cameras', params: { boatId: vesselId } })
  return (
    <>
      <Button variant="default" c="var(--late)" onClick={() => setAsking(true)} style={{ alignSelf: 'start' }}>
        {texts.remove}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.removeTitle(camera.label)}
        action={texts.remove}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      >
        {texts.removeText}
      </Confirm>
    </>
  )
}
