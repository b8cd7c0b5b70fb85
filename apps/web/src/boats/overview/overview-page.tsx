import type { VesselOverview } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import { useBoat } from '../../shell/use-boat.ts'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { GuideBanner } from '../guide/guide-banner.tsx'
import { overviewQuery } from '../queries.ts'
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
  const overview = useQuery(overviewQuery(boat.id))
  return (
    <Page title={boat.name} wide>
      {overview.data ? (
        <Overview boat={overview.data} />
      ) : overview.error ? (
        <Problem error={overview.error} retry={() => overview.refetch()} />
      ) : (
        <Skeletons height={240} count={3} />
      )}
    </Page>
  )
}

function Overview({ boat }: { boat: VesselOverview }) {
  return (
    <div className={classes.grid}>
      <AttentionPanel boat={boat} />
      <GuideBanner boat={boat} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <Hero boat={boat} />
          <NowPanel boat={boat} />
        </div>
        <div className={classes.column}>
          <UpcomingPanel boat={boat} />
          <HoursPanel boat={boat} />
          <LogPanel boat={boat} />
          <InspectionPanel boat={boat} />
        </div>
      </div>
    </div>
  )
}
