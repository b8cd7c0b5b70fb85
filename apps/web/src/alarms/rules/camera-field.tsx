import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { camerasQuery } from '../../cameras/queries.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'

export function useCameras() {
  const { data } = useQuery(camerasQuery(useBoatId()))
  return data?.cameras ?? []
}

/** The camera that is asked for a picture when the alarm begins, or none. Nothing on a boat without cameras. */
export function CameraField(input: object) {
  const { rules: texts } = useTexts().alarms
  const cameras = useCameras()
  if (cameras.length === 0) return null
  return (
    <NativeSelect
      label={texts.camera}
      description={texts.cameraHint}
      {...input}
      data={[{ value: '', label: texts.noCamera }, ...cameras.map(({ id, label }) => ({ value: id, label }))]}
    />
  )
}
