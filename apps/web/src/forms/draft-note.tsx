import { Button, Group } from '@mantine/core'
import { useTexts } from '../texts/use-texts.ts'
import type { Draft } from './use-checked-form.ts'

/** Says that the form holds what was typed before, and empties it. */
export function DraftNote({ draft }: { draft: Draft }) {
  const { form } = useTexts().maintenance
  if (!draft.restored) return null
  return (
    <Group role="status" gap="xs">
      {form.draft}
      <Button variant="subtle" onClick={draft.discard}>
        {form.draftDiscard}
      </Button>
    </Group>
  )
}
