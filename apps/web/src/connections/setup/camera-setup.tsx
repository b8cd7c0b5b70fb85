import { LIMITS } from '@binnacle/contract/limits'
import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { CameraFields, USUAL_AT } from './camera-fields.tsx'
import { apart } from './camera-names.ts'
import type { GatewayCamera } from './gateway-file.ts'
import { GatewaySteps } from './gateway-steps.tsx'
import type { SetupProps } from './setup-props.ts'

const FIRST: GatewayCamera = { kind: 'rtsp', name: 'Cockpit', view: 'cockpit', at: USUAL_AT.rtsp, login: true }

/** The gateway with nothing but cameras. */
export function CameraSetup(props: SetupProps) {
  const { setup } = useTexts().connections
  const [cameras, setCameras] = useState([FIRST])
  const replace = (at: number, camera: GatewayCamera) => setCameras(cameras.with(at, camera))
  const add = () => setCameras([...cameras, { ...FIRST, name: setup.camera.nth(cameras.length + 1), view: 'other' }])
  return (
    <GatewaySteps
      {...props}
      cameras={apart(cameras, setup.camera.nth)}
      hint={cameras.some(({ kind }) => kind === 'rtsp' || kind === 'usb') ? setup.camera.ffmpeg : undefined}
      before={<Text>{setup.camera.existing}</Text>}
      form={
        <>
          {cameras.map((camera, i) => (
            <CameraFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a camera is its place in the list, its name is being typed
              key={i}
              nth={i + 1}
              camera={camera}
              onChange={(changed) => replace(i, changed)}
              onRemove={cameras.length > 1 ? () => setCameras(cameras.toSpliced(i, 1)) : undefined}
            />
          ))}
          {cameras.length < LIMITS.camerasPerVessel && (
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={add}
              style={{ justifySelf: 'start' }}
            >
              {setup.camera.add}
            </Button>
          )}
        </>
      }
    />
  )
}
