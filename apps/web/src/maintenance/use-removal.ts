import { useMutation, useQueryClient } from '@tanstack/react-query'
import { entriesOf } from '../outbox/entries.ts'
import { type DeletionRoute, deletion } from '../outbox/entry.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useLogChanged } from './queries.ts'

interface Removal {
  route: DeletionRoute
  id: string
  /** What is deleted, for people. */
  title: string
  /** What is said once it is deleted. */
  removed: string
}

/**
 * Deletes something of a boat's log or tasks, now or when the service can be reached; `onRemoved` is called with what is to be
 * said.
 */
export function useRemoval(boatId: string, onRemoved: (text: string) => void) {
  const { waiting } = useTexts().common
  const entries = entriesOf(useQueryClient())
  const changed = useLogChanged(boatId)
  return useMutation({
    mutationFn: ({ route, id, title }: Removal) => entries.post(deletion(route, boatId, id, waiting.deletionOf(title))),
    onSuccess: (answer, { title, removed }) => {
      onRemoved(answer ? removed : waiting.kept(waiting.deletionOf(title)))
      return changed()
    },
  })
}
