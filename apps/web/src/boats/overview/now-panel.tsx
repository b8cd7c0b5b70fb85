import type { VesselOverview } from '@binnacle/contract'
import { BatteryTile } from '../../telemetry/battery-tile.tsx'
import { groupSeries, isNamed } from '../../telemetry/groups.ts'
import liveClasses from '../../telemetry/live.module.css'
import { PositionTile } from '../../telemetry/position-tile.tsx'
import { seriesKey } from '../../telemetry/series.ts'
import { StateRow } from '../../telemetry/state-row.tsx'
import { TankTile } from '../../telemetry/tank-tile.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import classes from './overview.module.css'

/** What an owner looks for first when away from the boat: batteries, bilge, shore power, tanks, and where it is. */
export function NowPanel({ boat }: { boat: VesselOverview }) {
  const { overview } = useTexts().boats
  const boatId = boat.vessel.id
  if (boat.series.length === 0) return <NoValues boat={boat} />
  const { batteries, safety, tanks, position } = groupSeries(boat.series)
  const states = safety.filter(({ metric }) => metric !== 'bilge_pump_cycles')
  return (
    <Panel
      title={overview.now}
      actions={
        <LinkButton to="/boats/$boatId/telemetry" params={{ boatId }} variant="subtle" className={classes.more}>
          {overview.allValues}
        </LinkButton>
      }
    >
      {states.length > 0 && (
        <div className={classes.states}>
          {states.map((one) => (
            <StateRow key={seriesKey(one)} series={one} named={isNamed(one, states)} />
          ))}
        </div>
      )}
      <div className={liveClasses.tiles}>
        {batteries.map((battery) => (
          <BatteryTile key={`${battery.instance}`} battery={battery} />
        ))}
        {tanks.map((one) => (
          <TankTile key={seriesKey(one)} series={one} named={isNamed(one, tanks)} />
        ))}
        {position && <PositionTile position={position} />}
      </div>
    </Panel>
  )
}

/** An onboard device that was seen and has sent no value is a camera's. */
function NoValues({ boat: { vessel, box_count, last_seen_at } }: { boat: VesselOverview }) {
  const waiting = box_count > 0 && last_seen_at === null
  const { overview } = useTexts().boats
  return (
    <Panel title={overview.now}>
      <p className={classes.quiet}>{waiting ? overview.waiting : overview.noValues}</p>
      <LinkButton
        to={box_count > 0 && !waiting ? '/boats/$boatId/connections' : '/boats/$boatId/guide'}
        params={{ boatId: vessel.id }}
        variant="default"
        mt="sm"
      >
        {waiting ? overview.watch : overview.connect}
      </LinkButton>
    </Panel>
  )
}
