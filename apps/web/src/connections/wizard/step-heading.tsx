import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../texts/use-texts.ts'

/** The heading of a step of three. It gets the focus when the step begins, so that screen readers and keyboards go on there. */
export function StepHeading({ step, title }: { step: number; title: string }) {
  const { connections } = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = step === 1
  useEffect(() => {
    if (isFirst) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [isFirst])
  return (
    <Title ref={heading} order={2} size="h3" tabIndex={-1} style={{ outline: 'none', scrollMarginTop: '8rem' }}>
      {connections.wizard.step(step, title)}
    </Title>
  )
}
