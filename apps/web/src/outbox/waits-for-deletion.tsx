import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useFirstTexts } from '../texts/use-texts.ts'
import { entriesOf } from './entries.ts'
import type { Entry } from './entry.ts'
import classes from './waits-for-deletion.module.css'

/** Says so of what is deleted as soon as the service can be reached. */
export function WaitsForDeletion() {
  const { waiting } = useFirstTexts().common
  return <p className={classes.said}>{waiting.toBeDeleted}</p>
}

/** In place of the buttons of what waits to be deleted: the way back. */
export function KeepIt({ deletion, title }: { deletion: Entry; title: string }) {
  const { waiting } = useFirstTexts().common
  const entries = entriesOf(useQueryClient())
  return (
    <ActionIcon aria-label={waiting.keepOf(title)} onClick={() => entries.discard(deletion.key)}>
      <IconArrowBackUp size={22} aria-hidden />
    </ActionIcon>
  )
}
