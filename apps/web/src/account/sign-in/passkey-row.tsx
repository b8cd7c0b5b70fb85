import type { Passkey } from '@binnacle/contract'
import { ActionIcon } from '@mantine/core'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { forgetDraft } from '../../forms/draft.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import classes from '../account.module.css'
import { NameDialog } from './name-dialog.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  /** It was renamed or removed; with what there is to say about it. */
  onChanged: (said: string | null) => Promise<void>
}

export function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const { account, common } = useTexts()
  const { passkeys: texts } = account
  const { id, name, synced, created_at } = passkey
  const format = useFormat()
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const draft = `passkey ${id}`
  const done = (said: string | null) => async () => {
    forgetDraft(draft)
    await onChanged(said)
    setDialog(null)
  }
  const rename = useMutation({
    mutationFn: (name: string) => api('PATCH /app/passkeys/{id}', { params: { id }, body: { name } }),
    onSuccess: done(null),
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /app/passkeys/{id}', { params: { id } }),
    onSuccess: done(texts.isRemoved(name)),
  })
  return (
    <li className={classes.row}>
      <IconFingerprint size={26} stroke={1.6} aria-hidden />
      <div className={classes.what}>
        <p className={classes.name}>{name}</p>
        <p className={classes.quiet}>
          {texts.added(format.date(created_at))} · {synced ? texts.synced : texts.bound}
        </p>
      </div>
      <ActionIcon aria-label={texts.renameOf(name)} onClick={() => setDialog('rename')}>
        <IconPencil size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={texts.removeOf(name)} onClick={() => setDialog('remove')}>
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
      {dialog === 'rename' && (
        <NameDialog
          title={texts.rename}
          initial={name}
          draft={draft}
          action={common.save}
          onClose={() => setDialog(null)}
          onConfirm={rename.mutate}
          pending={rename.isPending}
        >
          <FormProblem error={rename.error} />
        </NameDialog>
      )}
      <Confirm
        opened={dialog === 'remove'}
        onClose={() => setDialog(null)}
        title={texts.removeTitle(name)}
        action={common.remove}
        onConfirm={() => remove.mutate()}
        pending={remove.isPending}
        error={remove.error}
      >
        {texts.removeText}
      </Confirm>
    </li>
  )
}
