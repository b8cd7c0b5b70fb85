import type { Alert } from '@binnacle/contract'

/** An onboard device. One that is switched off, or has never sent anything, is not silent. */
export interface AlertDevice {
  name: string
  enabled: boolean
  last_seen_at: Date | null
}

export interface AlertCamera {
  label: string
  /** Why its last picture was refused. */
  last_error: string | null
  last_frame_at: Date | null
  created_at: Date
}

export interface AlertFacts {
  devices: readonly AlertDevice[]
  /** The cameras that are switched on. */
  cameras: readonly AlertCamera[]
}

/** The onboard devices that need attention now: those that are silent, then cameras. What readings say is an alarm. */
export const alertsOf = ({ devices, cameras }: AlertFacts, now: Date): Alert[] => [
  ...devices.flatMap((device) => silentDevice(device, now)).sort(newestFirst),
  ...cameras.flatMap(cameraError).sort(newestFirst),
]

const newestFirst = (a: Alert, b: Alert) => Date.parse(b.at) - Date.parse(a.at)

/** Our onboard software sends at least every 15 minutes. After four missed times the device is silent. */
const SILENT_MS = 60 * 60_000

function silentDevice({ name, enabled, last_seen_at }: AlertDevice, now: Date): Alert[] {
  if (!enabled || !last_seen_at || now.getTime() - last_seen_at.getTime() <= SILENT_MS) return []
  return [{ code: 'box_silent', subject: name, text: null, at: last_seen_at.toISOString() }]
}

const cameraError = ({ label, last_error, last_frame_at, created_at }: AlertCamera): Alert[] =>
  last_error === null
    ? []
    : [{ code: 'camera_error', subject: label, text: last_error, at: (last_frame_at ?? created_at).toISOString() }]
