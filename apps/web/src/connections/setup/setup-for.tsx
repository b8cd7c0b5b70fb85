import { kindOf } from '../kinds.ts'
import { CameraSetup } from './camera-setup.tsx'
import { NmeaSetup } from './nmea-setup.tsx'
import { ScriptSetup } from './script-setup.tsx'
import type { SetupProps } from './setup-props.ts'
import { SignalkSetup } from './signalk-setup.tsx'
import { VictronSetup } from './victron-setup.tsx'

/** What to do on board for a provider: the exact settings to paste, filled in. */
export function SetupFor({ slug, ...props }: SetupProps & { slug: string }) {
  const kind = kindOf(slug)
  switch (kind) {
    case 'signalk':
      return <SignalkSetup {...props} />
    case 'nmea2000':
    case 'nmea0183':
      return <NmeaSetup type={kind} {...props} />
    case 'victron':
      return <VictronSetup {...props} />
    case 'camera':
      return <CameraSetup {...props} />
    default:
      return <ScriptSetup slug={slug} {...props} />
  }
}
