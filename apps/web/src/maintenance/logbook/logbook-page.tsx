import { Box, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { LogCosts } from './log-costs.tsx'
import { LogFilter } from './log-filter.tsx'
import { type LogSearch, readLogSearch } from './log-search.ts'
import { LogTimeline } from './log-timeline.tsx'
import { useServiceLog } from './use-service-log.tsx'

/** The logbook as a time line, or what it all cost. What is shown is in the address, so that it can be kept and sent. */
export function LogbookPage() {
  const boatId = useBoatId()
  const search = useSearch({ from: '/owner/boats/$boatId/logbook' })
  const { log } = useTexts().maintenance
  const navigate = useNavigate()
  const { open, view } = useServiceLog()
  const show = (wanted: LogSearch) =>
    navigate({
      to: '/boats/$boatId/logbook',
      params: { boatId },
      search: readLogSearch({ ...wanted }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={log.title}
      actions={
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => open(null)}>
          {log.add}
        </Button>
      }
    >
      <Box mb="md">
        <Segments
          aria-label={log.view}
          value={search.view ?? 'timeline'}
          onChange={(value) => show({ ...search, view: value === 'costs' ? value : undefined })}
          choices={[
            ['timeline', log.timeline],
            ['costs', log.costs],
          ]}
        />
      </Box>
      {search.view === 'costs' ? (
        <LogCosts boatId={boatId} year={search.year} onYear={(year) => show({ ...search, year })} />
      ) : (
        <>
          <LogFilter boatId={boatId} search={search} onChange={show} />
          <LogTimeline boatId={boatId} search={search} />
        </>
      )}
      {view}
    </Page>
  )
}
