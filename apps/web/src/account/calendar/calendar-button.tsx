import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { CalendarAddress } from './calendar-address.tsx'

/** Opens the calendar of the boat alone. */
export function CalendarButton() {
  const { calendar: texts } = useTexts().account
  const boatId = useBoatId()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {texts.title}
      </Button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={texts.title}>
        <CalendarAddress boatId={boatId} text={texts.textOfBoat} />
      </Sheet>
    </>
  )
}
