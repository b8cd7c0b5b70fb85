import type { ServiceLog } from '@binnacle/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../api/client.ts'
import { useBoat } from '../shell/use-boat.ts'
import { useTexts } from '../texts/use-texts.ts'
import { likelyCurrency, rememberCurrency } from './currency.ts'
import { Notice } from './notice.tsx'
import { useLogChanged } from './queries.ts'
import { newService, type ServiceFields, serviceOf, withoutNulls } from './service-fields.ts'
import { ServiceForm } from './service-form.tsx'
import { Sheet } from './sheet.tsx'

type Of = { id: string; title: string } | null

/**
 * Logging a service from any page: `open` shows the sheet, filled for a task or empty for other work; `view` is the sheet, and
 * afterwards the way back.
 */
export function useServiceLog(): { open: (task: Of) => void; view: ReactNode } {
  const boat = useBoat()
  const { service } = useTexts().maintenance
  const [task, setTask] = useState<Of>(null)
  const [opened, setOpened] = useState(false)
  const [said, setSaid] = useState<{ text: string; entry?: ServiceLog } | null>(null)
  const changed = useLogChanged(boat.id)
  const save = useMutation({
    mutationFn: (fields: ServiceFields) => {
      const { title, ...rest } = serviceOf(fields, new Date())
      return api('POST /v1/vessels/{id}/service-log', {
        params: { id: boat.id },
        body: { title, ...withoutNulls(rest) },
      })
    },
    onSuccess: ({ service_log }) => {
      rememberCurrency(service_log.currency)
      setOpened(false)
      setSaid({ text: service.logged(service_log.title), entry: service_log })
      return changed()
    },
  })
  const undo = useMutation({
    mutationFn: ({ id }: ServiceLog) => api('DELETE /app/service-logs/{id}', { params: { id } }),
    onSuccess: (_, { title }) => {
      setSaid({ text: service.undone(title) })
      return changed()
    },
  })
  const open = (of: Of) => {
    save.reset()
    setSaid(null)
    setTask(of)
    setOpened(true)
  }
  const { entry } = said ?? {}
  return {
    open,
    view: (
      <>
        <Sheet opened={opened} onClose={() => setOpened(false)} title={service.title}>
          <ServiceForm
            key={task?.id ?? 'other'}
            boatId={boat.id}
            initial={newService(task, boat.engine_hours, likelyCurrency(), new Date())}
            onSubmit={save.mutate}
            onCancel={() => setOpened(false)}
            pending={save.isPending}
            error={save.error}
          />
        </Sheet>
        {said && (
          <Notice
            text={said.text}
            undo={entry && { onUndo: () => undo.mutate(entry), pending: undo.isPending }}
            onDismiss={() => setSaid(null)}
          />
        )}
      </>
    ),
  }
}
