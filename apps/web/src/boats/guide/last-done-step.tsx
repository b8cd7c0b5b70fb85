import { Button } from '@mantine/core'
import { useState } from 'react'
import { LastDone } from '../../maintenance/last-done/last-done.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import type { StepBodyProps } from './step-body-props.ts'

/** Asks of every task that was never logged when it was last done. */
export function LastDoneStep({ boat: { vessel, due }, done, onward }: StepBodyProps) {
  const { common, boats } = useTexts()
  const { lastDone } = boats.guide
  const [saved, setSaved] = useState('')
  const tasks = due.overdue + due.due_soon + due.ok
  if (tasks === 0) return <p>{lastDone.first}</p>
  return (
    <>
      {saved && <p role="status">{saved}</p>}
      {done ? (
        <>
          <p>{lastDone.done}</p>
          <Button onClick={onward}>{common.next}</Button>
        </>
      ) : (
        <LastDone boatId={vessel.id} onSaved={setSaved} />
      )}
    </>
  )
}
