import manifest from '../../package.json' with { type: 'json' }
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'

/** Which Binnacle this is: what to name when asking for help. */
export function AboutPanel() {
  const { about } = useTexts().account
  return <Panel title={about.title}>{about.version(manifest.version)}</Panel>
}
