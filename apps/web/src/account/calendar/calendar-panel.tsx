import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { CalendarAddress } from './calendar-address.tsx'

/** The calendar of all boats. */
export function CalendarPanel() {
  const { calendar: texts } = useTexts().account
  return (
    <Panel title={texts.title}>
      <CalendarAddress boatId={null} text={texts.text} />
    </Panel>
  )
}
