import type { FleetVessel } from '@binnacle/contract'
import { TextInput } from '@mantine/core'
import { IconPlus, IconSailboat, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { KeyNotice } from '../../developer/key-notice.tsx'
import { WorstInstallationAlarm } from '../../operator/alarms/worst-alarm.tsx'
import { fleetQuery } from '../../shell/fleet-queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { byAttention, wantsAttention } from '../health/attention.ts'
import { BoatCards } from './boat-card.tsx'

/** Fewer boats would be lost on a wide page. */
const FILLS_WIDE = 3

export function BoatsPage() {
  const { list } = useTexts().boats
  const { data, error, refetch } = useQuery(fleetQuery)
  // Much to draw: in slices, while the page answers.
  const boats = useDeferredValue(data)
  const add = boats && boats.length > 0 && (
    <LinkButton to="/boats/new" variant="default" leftSection={<IconPlus size={20} aria-hidden />}>
      {list.add}
    </LinkButton>
  )
  return (
    <Page title={list.title} actions={add} wide={boats && boats.length >= FILLS_WIDE}>
      <KeyNotice />
      <WorstInstallationAlarm />
      {boats ? (
        <Fleet boats={boats} />
      ) : error ? (
        <Problem error={error} retry={refetch} />
      ) : (
        <Skeletons height={320} count={2} />
      )}
    </Page>
  )
}

/** From so many boats on, the list is searched rather than scrolled. */
const MANY = 5

const Fleet = memo(({ boats }: { boats: readonly FleetVessel[] }) => {
  const { list } = useTexts().boats
  const [wanted, setWanted] = useState('')
  const sorted = useMemo(() => byAttention(boats), [boats])
  if (boats.length === 0) return <NoBoats />
  const shown = sorted.filter(({ vessel }) => vessel.name.toLowerCase().includes(wanted.trim().toLowerCase()))
  const many = boats.length >= MANY
  return (
    <>
      {many && (
        <TextInput
          type="search"
          aria-label={list.find}
          placeholder={list.find}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          maw={360}
          mb="sm"
        />
      )}
      {boats.length > 1 && (
        <p role="status">
          {shown.length > 0
            ? list.summary(boats.length, boats.filter(wantsAttention).length)
            : list.none(wanted.trim())}
        </p>
      )}
      <BoatCards boats={shown} many={many} />
    </>
  )
})

function NoBoats() {
  const { empty } = useTexts().boats.list
  return (
    <Empty
      icon={IconSailboat}
      title={empty.title}
      text={empty.text}
      action={<LinkButton to="/boats/new">{empty.action}</LinkButton>}
    />
  )
}
