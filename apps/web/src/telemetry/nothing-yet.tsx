import { IconAntennaOff } from '@tabler/icons-react'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'

/** What the data pages show of a boat that has sent nothing. */
export function NothingYet() {
  const { empty } = useTexts().telemetry
  return (
    <Panel>
      <Empty
        icon={IconAntennaOff}
        title={empty.title}
        text={empty.text}
        action={
          <LinkButton to="/boats/$boatId/connections" params={{ boatId: useBoatId() }}>
            {empty.action}
          </LinkButton>
        }
      />
    </Panel>
  )
}
