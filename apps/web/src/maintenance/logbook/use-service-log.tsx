import type { ServiceLog } from '@binnacle/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { likelyCurrency, rememberCurrency } from '../../forms/currency.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { stampOf } from '../../forms/stamp.ts'
import { entriesOf } from '../../outbox/entries.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useLogChanged } from '../queries.ts'
import { useRemoval } from '../use-removal.ts'
import { newService, type ServiceFields, serviceOf, withoutNulls } from './service-fields.ts'
import { ServiceForm } from './service-form.tsx'

type Of = { id: string; title: string } | null

/** What was just done: the service's entry, or the key of one that waits, for the way back. */
interface Said {
  text: string
  entry?: ServiceLog
  key?: string
}

/**
 * Logging a service from any page: `open` shows the sheet, filled for a task or empty for other work; `view` is the sheet, and
 * afterwards the way back.
 */
export function useServiceLog(): { open: (task: Of) => void; view: ReactNode } {
  const boat = useBoat()
  const { maintenance, common } = useTexts()
  const { service } = maintenance
  const entries = entriesOf(useQueryClient())
  const [task, setTask] = useState<Of>(null)
  const [opened, setOpened] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const changed = useLogChanged(boat.id)
  const draft = `service ${boat.id} ${task?.id ?? ''}`
  const save = useMutation({
    mutationFn: (fields: ServiceFields) => {
      const { key, at } = stampOf(fields)
      const { title, ...rest } = serviceOf(fields, at)
      return entries.post({
        route: 'POST /v1/vessels/{id}/service-log',
        vesselId: boat.id,
        body: { title, ...withoutNulls(rest) },
        ...{ key, title, at: at.getTime() },
      })
    },
    onSuccess: (answer, fields) => {
      if (fields.cost.trim()) rememberCurrency(fields.currency)
      forgetDraft(draft)
      setOpened(false)
      const title = fields.title.trim()
      setSaid(
        answer
          ? { text: service.logged(title), entry: answer.service_log }
          : { text: common.waiting.kept(title), key: stampOf(fields).key },
      )
      return changed()
    },
  })
  const undo = useRemoval(boat.id, (text) => setSaid({ text }))
  const undoEntry = ({ id, title }: ServiceLog) =>
    undo.mutate({ route: 'DELETE /app/service-logs/{id}', id, title, removed: service.undone(title) })
  const takeBack = () => {
    if (said?.entry) undoEntry(said.entry)
    if (said?.key) entries.discard(said.key)
    if (said?.key) setSaid(null)
  }
  const open = (of: Of) => {
    save.reset()
    setSaid(null)
    setTask(of)
    setOpened(true)
  }
  return {
    open,
    view: (
      <>
        <Sheet opened={opened} onClose={() => setOpened(false)} title={service.title}>
          <ServiceForm
            key={task?.id ?? 'other'}
            boatId={boat.id}
            draft={draft}
            initial={newService(task, boat.engine_hours, likelyCurrency(), new Date())}
            onSubmit={save.mutate}
            onCancel={() => {
              forgetDraft(draft)
              setOpened(false)
            }}
            pending={save.isPending}
            error={save.error}
          />
        </Sheet>
        {said && (
          <Notice
            text={said.text}
            undo={said.entry || said.key ? { onUndo: takeBack, pending: undo.isPending } : undefined}
            onDismiss={() => setSaid(null)}
          />
        )}
      </>
    ),
  }
}
