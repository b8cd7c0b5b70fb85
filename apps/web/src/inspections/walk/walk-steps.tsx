import type { InspectionPoint, Verdict } from '@binnacle/contract'
import { Progress } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import { Page } from '../../ui/page.tsx'
import classes from '../walk.module.css'
import { firstOpen, judged } from '../walk.ts'
import { SentState } from './sent-state.tsx'
import { useKeys } from './use-keys.ts'
import type { useWalk } from './use-walk.ts'
import { WalkFinish } from './walk-finish.tsx'
import { WalkMap } from './walk-map.tsx'
import { WalkPoint } from './walk-point.tsx'

interface WalkProps {
  boatId: string
  inspectionId: string
  walk: Pick<ReturnType<typeof useWalk>, 'outbox' | 'state'> & { points: InspectionPoint[] }
}

/** One point at a time, and the end after the last. */
export function Walk({ boatId, inspectionId, walk }: WalkProps) {
  const { points, outbox, state } = walk
  const { inspections } = useTexts()
  const words = inspections.walk
  const [place, setPlace] = useState(() => firstOpen(points))
  const [said, setSaid] = useState('')
  const point = points[place]

  function go(to: number) {
    const next = Math.max(0, Math.min(points.length, to))
    setPlace(next)
    const title = points[next]?.title ?? inspections.finish.title
    setSaid(words.moved(title))
    window.scrollTo({ top: 0 })
  }

  function judge(verdict: Verdict) {
    if (!point) return
    if (point.verdict !== verdict) outbox.answer(point.id, { verdict })
    // What works needs no more words; the rest waits for a note and a photo.
    if (verdict === 'operational') go(place + 1)
  }

  useKeys({ judge, step: (by) => go(place + by) })
  const done = judged(points)
  return (
    <Page
      title={point ? point.title || words.noWords : inspections.finish.title}
      above={
        <div className={classes.above}>
          <div className={classes.line}>
            <span className={classes.section}>{point?.section}</span>
            <WalkMap points={points} place={place} onGo={go} />
          </div>
          <Progress
            value={points.length > 0 ? (100 * done) / points.length : 0}
            aria-label={words.progress(done, points.length)}
          />
          <div className={classes.line}>
            <span className={classes.muted}>
              {point ? words.place(place + 1, points.length) : words.progress(done, points.length)}
            </span>
            <SentState outbox={outbox} state={state} />
          </div>
        </div>
      }
    >
      <div role="status" className={classes.announced}>
        {said}
      </div>
      {point ? (
        <WalkPoint
          key={point.template_item_id ?? point.id}
          point={point}
          place={place}
          count={points.length}
          boatId={boatId}
          inspectionId={inspectionId}
          outbox={outbox}
          state={state}
          onJudge={judge}
          onGo={go}
        />
      ) : (
        <WalkFinish boatId={boatId} inspectionId={inspectionId} points={points} state={state} onGo={go} />
      )}
    </Page>
  )
}
