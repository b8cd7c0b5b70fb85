import type { CameraOverview, CameraView } from '@binnacle/contract'
import { LIMITS } from '@binnacle/contract/limits'
import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { WholeField } from '../forms/fields.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Problem } from '../ui/problem.tsx'
import { DeleteCamera } from './delete-camera.tsx'
import { useCameraActions } from './queries.ts'

interface CameraSettingsProps {
  vesselId: string
  camera: CameraOverview
}

/** What a camera is called, what it looks at, how many pictures it keeps, and whether it is on. */
export function CameraSettings({ vesselId, camera }: CameraSettingsProps) {
  const { cameras, connections } = useTexts()
  const { settings: texts } = cameras
  const format = useFormat()
  const { change } = useCameraActions(vesselId, camera.id)
  const { enabled, connection, created_at } = camera
  return (
    <Stack>
      <Switch
        label={texts.enabled}
        description={texts.enabledText}
        checked={change.isPending ? (change.variables?.enabled ?? enabled) : enabled}
        onChange={(event) => change.mutate({ enabled: event.currentTarget.checked })}
      />
      {change.error && <Problem error={change.error} />}
      <CameraForm vesselId={vesselId} camera={camera} />
      <Text size="sm" c="dimmed">
        {texts.since} {format.date(created_at)}
        {connection && ` · ${texts.sentBy}: ${connections.ofCatalogue(connection.provider_name)}`}
      </Text>
      <DeleteCamera vesselId={vesselId} camera={camera} />
    </Stack>
  )
}

function CameraForm({ vesselId, camera }: CameraSettingsProps) {
  const { cameras, common } = useTexts()
  const { settings: texts } = cameras
  const { change } = useCameraActions(vesselId, camera.id)
  const [label, setLabel] = useState(camera.label)
  const [view, setView] = useState(camera.view)
  const [retain, setRetain] = useState<number | string>(camera.retain_frames)
  const [asking, setAsking] = useState(false)
  const { min, max } = LIMITS.retainFrames
  const keep = Number(retain)
  const valid = label.trim() !== '' && Number.isInteger(keep) && keep >= min && keep <= max
  const dropped = Math.max(0, camera.frames - keep)
  const changed = label !== camera.label || view !== camera.view || keep !== camera.retain_frames
  const save = () =>
    change.mutate({ label: label.trim(), view, retain_frames: keep }, { onSuccess: () => setAsking(false) })
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!valid) return
          if (dropped > 0 && keep < camera.retain_frames) setAsking(true)
          else save()
        }}
      >
        <Stack>
          <TextInput
            label={texts.name}
            value={label}
            maxLength={60}
            required
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <NativeSelect
            label={cameras.view}
            value={view}
            data={Object.entries(cameras.views).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setView(event.currentTarget.value as CameraView)}
          />
          <WholeField label={texts.retain} description={texts.retainText} value={retain} onChange={setRetain} />
          {change.error && !asking && <Problem error={change.error} />}
          <Group>
            <Button type="submit" disabled={!valid || !changed} loading={change.isPending}>
              {common.save}
            </Button>
            <span role="status">{change.isSuccess && !changed && texts.saved}</span>
          </Group>
        </Stack>
      </form>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.fewerTitle(dropped)}
        action={texts.fewerAction}
        pending={change.isPending}
        error={change.error}
        onConfirm={save}
      >
        {texts.fewerText(keep)}
      </Confirm>
    </>
  )
}
