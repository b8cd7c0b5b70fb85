import type { Series } from '@binnacle/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { BatteryTile } from './battery-tile.tsx'
import { FaultList } from './fault-list.tsx'
import { groupSeries, isNamed } from './groups.ts'
import classes from './live.module.css'
import { instanceText } from './names.ts'
import { PositionTile } from './position-tile.tsx'
import { seriesKey } from './series.ts'
import { StateRow } from './state-row.tsx'
import { TankTile } from './tank-tile.tsx'
import { ValueTile } from './value-tile.tsx'

/** The newest readings, a panel for each thing aboard; what a boat does not tell has none. */
export function LiveGroups({ series }: { series: Series[] }) {
  const texts = useTexts()
  const { telemetry } = texts
  const { engines, tanks, batteries, safety, position, navigation, faults } = groupSeries(series)
  const engineTitle = (instance: string | null) =>
    instance ? `${telemetry.engine} · ${instanceText(instance, texts)}` : telemetry.engine
  return (
    <>
      {faults.length > 0 && <FaultList faults={faults} />}
      <div className={classes.panels}>
        {engines.map(({ instance, series }) => (
          <Group key={`${instance}`} title={engineTitle(instance)}>
            {series.map((one) => (
              <ValueTile key={seriesKey(one)} series={one} />
            ))}
          </Group>
        ))}
        {batteries.length > 0 && (
          <Group title={telemetry.batteries}>
            {batteries.map((battery) => (
              <BatteryTile key={`${battery.instance}`} battery={battery} />
            ))}
          </Group>
        )}
        {tanks.length > 0 && (
          <Group title={telemetry.tanks}>
            {tanks.map((one) => (
              <TankTile key={seriesKey(one)} series={one} named={isNamed(one, tanks)} />
            ))}
          </Group>
        )}
        {safety.length > 0 && (
          <Group title={telemetry.safety} wide>
            {safety.map((one) => (
              <StateRow key={seriesKey(one)} series={one} named={isNamed(one, safety)} />
            ))}
          </Group>
        )}
        {(position || navigation.length > 0) && (
          <Group title={telemetry.navigation}>
            {position && <PositionTile position={position} />}
            {navigation.map((one) => (
              <ValueTile key={seriesKey(one)} series={one} />
            ))}
          </Group>
        )}
      </div>
    </>
  )
}

function Group({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className={classes.tiles} data-wide={wide}>
        {children}
      </div>
    </Panel>
  )
}
