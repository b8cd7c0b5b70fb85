import type { VesselOverview } from '@binnacle/contract'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { overviewQuery } from '../../shell/fleet-queries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import classes from './guide.module.css'
import { GuideStepView } from './guide-step.tsx'
import { GUIDE_STEPS, type GuideStep, nextStep, stepsDone } from './guide-steps.ts'

/** From a new boat to live data, step by step. What is done is read from the boat's data, so it can be left at any time. */
export function GuidePage() {
  const boat = useBoat()
  const { guide } = useTexts().boats
  const overview = useQuery(overviewQuery(boat.id))
  return (
    <Page
      title={guide.title(boat.name)}
      actions={
        <LinkButton to="/boats/$boatId" params={{ boatId: boat.id }} variant="subtle">
          {guide.later}
        </LinkButton>
      }
    >
      {overview.data ? (
        <Guide boat={overview.data} />
      ) : overview.error ? (
        <Problem error={overview.error} retry={() => overview.refetch()} />
      ) : (
        <Skeletons count={GUIDE_STEPS.length} height={64} />
      )}
    </Page>
  )
}

function Guide({ boat }: { boat: VesselOverview }) {
  const { guide } = useTexts().boats
  const done = stepsDone(boat)
  // The step stays open when it is done, so that what came of it is seen; `onward` opens the next.
  // An address such as #lastDone opens that step.
  const { hash } = useLocation()
  const [open, setOpen] = useState<GuideStep | null>(() => GUIDE_STEPS.find((step) => step === hash) ?? nextStep(done))
  const heads = useRef(new Map<GuideStep, HTMLButtonElement>())
  const movedOn = useRef(open === hash)
  const onward = (from: GuideStep) => {
    const next = nextStep(done, from)
    movedOn.current = true
    setOpen(next === from ? null : next)
  }
  // Once the step before has folded: what is focused sooner is scrolled out of sight by that.
  useEffect(() => {
    const head = open && movedOn.current ? heads.current.get(open) : undefined
    movedOn.current = false
    head?.focus({ preventScroll: true })
    head?.scrollIntoView({ block: 'start' })
  }, [open])
  return (
    <>
      <p role="status">{guide.progress(done.size, GUIDE_STEPS.length)}</p>
      <Progress
        value={(done.size / GUIDE_STEPS.length) * 100}
        aria-label={guide.progress(done.size, GUIDE_STEPS.length)}
        mb="md"
      />
      <ol className={classes.steps}>
        {GUIDE_STEPS.map((step, i) => (
          <GuideStepView
            key={step}
            step={step}
            number={i + 1}
            boat={boat}
            done={done.has(step)}
            open={open === step}
            onToggle={() => setOpen(open === step ? null : step)}
            onward={() => onward(step)}
            head={(button) => {
              if (button) heads.current.set(step, button)
            }}
          />
        ))}
      </ol>
      {done.size === GUIDE_STEPS.length && <Finished boatId={boat.vessel.id} />}
    </>
  )
}

function Finished({ boatId }: { boatId: string }) {
  const { finished } = useTexts().boats.guide
  return (
    <div className={classes.finished} role="status">
      <p>
        <strong>{finished.title}</strong>
        <br />
        {finished.text}
      </p>
      <LinkButton to="/boats/$boatId" params={{ boatId }}>
        {finished.action}
      </LinkButton>
    </div>
  )
}
