import { Button, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ComponentType, type Ref, useId, useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'
import classes from './guide.module.css'
import { BoatStep, HoursStep, OnboardDeviceStep, TasksStep } from './guide-step-bodies.tsx'
import type { GuideStep } from './guide-steps.ts'
import { LastDoneStep } from './last-done-step.tsx'
import { LiveStep } from './live-step.tsx'
import type { StepBodyProps } from './step-body-props.ts'

const BODIES: Record<GuideStep, ComponentType<StepBodyProps>> = {
  boat: BoatStep,
  hours: HoursStep,
  tasks: TasksStep,
  lastDone: LastDoneStep,
  onboardDevice: OnboardDeviceStep,
  live: LiveStep,
}

interface GuideStepViewProps extends StepBodyProps {
  step: GuideStep
  number: number
  open: boolean
  onToggle: () => void
  head: Ref<HTMLButtonElement>
}

/** A step of the guide: its head says whether it is done and opens it. */
export function GuideStepView({ step, number, boat, done, open, onToggle, onward, head }: GuideStepViewProps) {
  const { guide } = useTexts().boats
  const bodyId = useId()
  // Once opened it stays, folded or not: the wizard in it may hold a key that is shown but once.
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  const Body = BODIES[step]
  const Chevron = open ? IconChevronUp : IconChevronDown
  return (
    <li className={classes.step} data-done={done || undefined} data-open={open || undefined}>
      <h2 className={classes.head}>
        <UnstyledButton
          ref={head}
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <span className={classes.mark}>{done ? <IconCheck size={22} aria-hidden /> : number}</span>
          <span className={classes.name}>
            <strong>{guide.steps[step]}</strong>
            {done && <small>{guide.isDone}</small>}
          </span>
          <Chevron size={22} aria-hidden />
        </UnstyledButton>
      </h2>
      <div id={bodyId} className={classes.body} hidden={!open}>
        {opened && (
          <>
            <Body boat={boat} done={done} onward={onward} />
            {!done && step !== 'live' && (
              <div className={classes.foot}>
                <span />
                <Button variant="subtle" onClick={onward}>
                  {guide.skip}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </li>
  )
}
