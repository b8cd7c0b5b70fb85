import type { VesselOverview } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue } from 'react'
import { overviewQuery } from '../../shell/fleet-queries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useLater } from '../../ui/use-later.ts'
import { GuideBanner } from '../guide/guide-banner.tsx'
import { AttentionPanel } from './attention-panel.tsx'
import { Hero } from './hero.tsx'
import { HoursPanel } from './hours-panel.tsx'
import { InspectionPanel } from './inspection-panel.tsx'
import { LogPanel } from './log-panel.tsx'
import { NowPanel } from './now-panel.tsx'
import classes from './overview.module.css'
import { UpcomingPanel } from './upcoming-panel.tsx'

/** A boat's own page: what wants attention first, then the boat as she is now, then her upkeep. One request fills it. */
export function OverviewPage() {
  const boat = useBoat()
  const { data, error, refetch } = useQuery(overviewQuery(boat.id))
  // Much to draw: in slices, while the page answers.
  const overview = useDeferredValue(data)
  return (
    <Page title={boat.name} wide>
      {overview ? (
        <Overview boat={overview} />
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <Skeletons height={240} count={3} />
      )}
    </Page>
  )
}

const Overview = memo(({ boat }: { boat: VesselOverview }) => {
  const later = useLater()
  return (
    <div className={classes.grid}>
      <AttentionPanel boat={boat} />
      <GuideBanner boat={boat} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Hero boat={boat} />
          {later && <NowPanel boat={boat} />}
        </div>
        {later && (
          <div className={classes.column}>
            <UpcomingPanel boat={boat} />
            <HoursPanel boat={boat} />
            <LogPanel boat={boat} />
            <InspectionPanel boat={boat} />
          </div>
        )}
      </div>
    </div>
  )
})
