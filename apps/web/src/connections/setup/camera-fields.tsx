import type { CameraView } from '@binnacle/contract'
import { Button, Checkbox, Fieldset, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useTexts } from '../../texts/use-texts.ts'
import type { GatewayCamera } from './gateway-file.ts'

type CameraKind = GatewayCamera['kind']

/** Where each kind usually is. */
export const USUAL_AT: Record<CameraKind, string> = {
  rtsp: 'rtsp://192.168.1.20/stream2',
  http: 'http://192.168.1.20/snapshot.jpg',
  onvif: '192.168.1.20',
  usb: '/dev/video0',
  rpicam: '',
}

interface CameraFieldsProps {
  nth: number
  camera: GatewayCamera
  onChange: (camera: GatewayCamera) => void
  /** Absent for the only one. */
  onRemove?: () => void
}

/** One camera of the gateway's settings. */
export function CameraFields({ nth, camera, onChange, onRemove }: CameraFieldsProps) {
  const { connections, cameras } = useTexts()
  const { camera: texts } = connections.setup
  const { kind } = camera
  const plain = { spellCheck: false, autoCapitalize: 'off', autoComplete: 'off' }
  return (
    <Fieldset legend={texts.nth(nth)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label={texts.kind}
          value={kind}
          data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
          onChange={(event) => {
            const chosen = event.currentTarget.value as CameraKind
            onChange({ ...camera, kind: chosen, at: USUAL_AT[chosen], login: false })
          }}
        />
        {kind !== 'rpicam' && (
          <TextInput
            label={texts.at[kind]}
            value={camera.at}
            onChange={(event) => onChange({ ...camera, at: event.currentTarget.value })}
            {...plain}
          />
        )}
        <TextInput
          label={connections.name}
          value={camera.name}
          maxLength={60}
          onChange={(event) => onChange({ ...camera, name: event.currentTarget.value })}
        />
        <NativeSelect
          label={cameras.view}
          value={camera.view}
          data={Object.entries(cameras.views).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChange({ ...camera, view: event.currentTarget.value as CameraView })}
        />
      </SimpleGrid>
      {kind !== 'usb' && kind !== 'rpicam' && (
        <Checkbox
          mt="sm"
          label={texts.login}
          checked={camera.login}
          onChange={(event) => onChange({ ...camera, login: event.currentTarget.checked })}
        />
      )}
      {onRemove && (
        <Button mt="sm" variant="default" onClick={onRemove}>
          {texts.remove(nth)}
        </Button>
      )}
    </Fieldset>
  )
}
