import { Button, Group, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { useFirstTexts } from '../texts/use-texts.ts'
import classes from './copy-field.module.css'

interface CopyFieldProps {
  label: string
  value: string
  /** Shown as it is, in lines; else in one line that scrolls. */
  block?: boolean
}

/** Text to paste somewhere else, with a button that copies it. */
export function CopyField({ label, value, block = false }: CopyFieldProps) {
  const { common } = useFirstTexts()
  const clipboard = useClipboard()
  const id = useId()
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text id={id} fw={600} size="sm">
          {label}
        </Text>
        <Button
          variant="default"
          leftSection={<Icon size={18} aria-hidden />}
          aria-describedby={id}
          onClick={() => clipboard.copy(value)}
        >
          <span aria-live="polite">{clipboard.copied ? common.copied : common.copy}</span>
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and this is text */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.value} data-block={block || undefined} tabIndex={0} role="group" aria-labelledby={id}>
        {value}
      </pre>
    </div>
  )
}
