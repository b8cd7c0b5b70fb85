import { Button, Collapse, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../texts/use-texts.ts'

interface MoreFieldsProps {
  /** Open at first: one of the fields says something that the reader must know of. */
  initiallyOpen: boolean
  /** One of the fields is wrong. */
  wrong: boolean
  children: React.ReactNode
}

/** What is seldom changed of a rule. */
export function MoreFields({ initiallyOpen, wrong, children }: MoreFieldsProps) {
  const { rules: texts } = useTexts().alarms
  const [wanted, setWanted] = useState(initiallyOpen)
  const id = useId()
  const isOpen = wanted || wrong
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div>
      <Button
        variant="subtle"
        leftSection={<Icon size={20} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setWanted(!isOpen)}
      >
        {texts.more}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Stack>{children}</Stack>
      </Collapse>
    </div>
  )
}
