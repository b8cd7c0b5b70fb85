import { kindOf } from '../kinds.ts'
import { CameraSetup } from './camera-setup.tsx'
import { NmeaSetup } from './nmea-setup.tsx'
import { ScriptSetup } from './script-setup.tsx'
import { SignalkSetup } from './signalk-setup.tsx'
import { VictronSetup } from './victron-setup.tsx'

export interface SetupProps {
  /** The address that boxes send to. */
  service: string
  /** The connection key; null once it is not shown any more. */
  value: string | null
}

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
