import type { CameraView } from '@binnacle/contract'

/** What every camera has, whatever its kind. */
interface CameraCommon {
  /** Its name here, in the app (where it registers under it as its label) and in the motion hook; at most 60 characters. */
  name: string
  view?: CameraView
  /** Minutes between two pictures of its own schedule, DEFAULT_EVERY_MINUTES unless given; 0: only on motion and check-in. */
  everyMinutes?: number
  /** Pictures travel at most this wide, px; DEFAULT_WIDTH unless given. */
  width?: number
  /** JPEG quality, 1 to 100; DEFAULT_QUALITY unless given. */
  quality?: number
}

/** User and password may stand in the URL instead. */
export interface Login {
  username?: string
  password?: string
}

export interface RtspCamera extends CameraCommon, Login {
  kind: 'rtsp'
  /** Such as rtsp://192.168.1.20/stream2. */
  url: string
}

interface HttpCamera extends CameraCommon, Login {
  kind: 'http'
  /** Where the camera gives a still, such as http://192.168.1.20/snapshot.jpg. */
  url: string
}

export interface OnvifCamera extends CameraCommon, Login {
  kind: 'onvif'
  host: string
  /** 80 unless given; many cameras have ONVIF on 8000, 8899 or 2020. */
  port?: number
}

interface UsbCamera extends CameraCommon {
  kind: 'usb'
  /** /dev/video0 unless given. */
  device?: string
}

export interface RpicamCamera extends CameraCommon {
  kind: 'rpicam'
  /** Which one where the board has two; 0 unless given. */
  camera?: number
  /** px; three quarters of the width unless given, as most modules see. Module 3 sees 16:9. */
  height?: number
}

export type CameraSettings = RtspCamera | HttpCamera | OnvifCamera | UsbCamera | RpicamCamera

export const DEFAULT_EVERY_MINUTES = 15
export const DEFAULT_WIDTH = 1280
export const DEFAULT_QUALITY = 80
