import { Button } from '@mantine/core'
import { IconBellCheck } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../format/use-format.ts'
import { useBoatId } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Said } from '../ui/said.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { AlarmItem } from './alarm-item.tsx'
import { AlarmRow } from './alarm-row.tsx'
import classes from './alarms.module.css'
import { picturesQuery, type TakenPicture } from './pictures.ts'
import { endedAlarmsQuery, openAlarmsQuery } from './queries.ts'
import { worstFirst } from './worst-first.ts'

/** The alarms of a boat: those that are open, the worst first, and what there was by months, page by page. */
export function AlarmsPage() {
  const boatId = useBoatId()
  const { alarms: texts } = useTexts()
  const { data: pictures = [] } = useQuery(picturesQuery(boatId))
  const [said, setSaid] = useState<string | null>(null)
  return (
    <Page title={texts.title}>
      <div className={classes.panels}>
        <OpenAlarms pictures={pictures} onSaid={setSaid} />
        <Said>{said}</Said>
        <History pictures={pictures} />
      </div>
    </Page>
  )
}

function OpenAlarms({ pictures, onSaid }: { pictures: readonly TakenPicture[]; onSaid: (said: string) => void }) {
  const { alarms: texts } = useTexts()
  const { data, error, refetch } = useQuery(openAlarmsQuery(useBoatId()))
  return (
    <Panel title={texts.open}>
      {data ? (
        data.length > 0 ? (
          <ul className={classes.list}>
            {worstFirst(data).map((alarm) => (
              <AlarmItem key={alarm.id} alarm={alarm} pictures={pictures} onSaid={onSaid} />
            ))}
          </ul>
        ) : (
          <Empty icon={IconBellCheck} title={texts.none} text={texts.noneText} />
        )
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={2} height={120} />
      )}
    </Panel>
  )
}

function History({ pictures }: { pictures: readonly TakenPicture[] }) {
  const { alarms: texts } = useTexts()
  const format = useFormat()
  const history = useInfiniteQuery(endedAlarmsQuery(useBoatId()))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = history
  const alarms = data?.pages.flatMap((page) => page.alarms)
  return (
    <Panel title={texts.history}>
      {alarms ? (
        <>
          {alarms.length === 0 && <p className={classes.quiet}>{texts.noHistory}</p>}
          {[...Map.groupBy(alarms, ({ began_at }) => format.month(began_at))].map(([month, some]) => (
            <section key={month} className={classes.month} aria-label={month}>
              <h3 className={classes.monthName}>{month}</h3>
              <ul className={classes.rows}>
                {some.map((alarm) => (
                  <AlarmRow key={alarm.id} alarm={alarm} pictures={pictures} />
                ))}
              </ul>
            </section>
          ))}
          {hasNextPage && (
            <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.older}
            </Button>
          )}
        </>
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={3} height={48} />
      )}
    </Panel>
  )
}
