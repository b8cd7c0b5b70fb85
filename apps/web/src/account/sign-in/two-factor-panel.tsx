import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Said } from '../../ui/said.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from '../account.module.css'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { TotpSetUp } from './totp-set-up.tsx'

/** So few backup codes are a reason to make new ones. */
const FEW_CODES = 3

interface TwoFactorPanelProps {
  enabled: boolean
  codesLeft: number
}

/** The authenticator app: set up, new backup codes, turn off. */
export function TwoFactorPanel({ enabled, codesLeft }: TwoFactorPanelProps) {
  const { account } = useTexts()
  const { twoFactor } = account
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'set-up' | 'codes' | 'disable' | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  // The session is a new one after this, too.
  const changed = async (what: string | null) => {
    await queries.invalidateQueries({ queryKey: ['me'] })
    setSaid(what)
  }
  const Icon = enabled ? IconShieldCheck : IconShieldOff
  return (
    <Panel
      title={twoFactor.title}
      actions={
        <span className={classes.state} data-on={enabled || undefined}>
          <Icon size="1.1em" aria-hidden /> {enabled ? twoFactor.on : twoFactor.off}
        </span>
      }
    >
      <Stack>
        <p className={classes.text}>
          {enabled ? `${twoFactor.onText} ${twoFactor.codesLeft(codesLeft)}` : twoFactor.offText}
          {enabled && codesLeft <= FEW_CODES && ` ${twoFactor.codesFew}`}
        </p>
        <Group>
          {enabled ? (
            <>
              <Button variant="default" onClick={() => setDialog('codes')}>
                {twoFactor.newCodes}
              </Button>
              <Button variant="default" onClick={() => setDialog('disable')}>
                {twoFactor.disable}
              </Button>
            </>
          ) : (
            <Button onClick={() => setDialog('set-up')}>{twoFactor.setUp}</Button>
          )}
        </Group>
        <Said>{said}</Said>
      </Stack>
      {dialog === 'set-up' && (
        <TotpSetUp onEnabled={() => void changed(twoFactor.isOn)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'codes' && <NewCodes onMade={() => void changed(null)} onClose={() => setDialog(null)} />}
      {dialog === 'disable' && (
        <Disable
          onDone={async () => {
            await changed(twoFactor.isOff)
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  )
}

function NewCodes({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const { twoFactor } = useTexts().account
  useFocusBack()
  const make = useMutation({
    mutationFn: (password: string) => api('POST /api/auth/two-factor/generate-backup-codes', { body: { password } }),
    onSuccess: onMade,
  })
  if (make.data)
    return (
      <Modal
        opened
        title={twoFactor.codesTitle}
        onClose={onClose}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <BackupCodes codes={make.data.backupCodes} onKept={onClose} />
      </Modal>
    )
  return (
    <PasswordDialog
      title={twoFactor.newCodes}
      action={twoFactor.newCodes}
      onClose={onClose}
      onConfirm={make.mutate}
      pending={make.isPending}
      error={make.error}
    >
      {twoFactor.newCodesText}
    </PasswordDialog>
  )
}

function Disable({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const { twoFactor } = useTexts().account
  useFocusBack()
  const disable = useMutation({
    mutationFn: (password: string) => api('POST /api/auth/two-factor/disable', { body: { password } }),
    onSuccess: onDone,
  })
  return (
    <PasswordDialog
      title={twoFactor.disableTitle}
      action={twoFactor.disable}
      color="red.9"
      onClose={onClose}
      onConfirm={disable.mutate}
      pending={disable.isPending}
      error={disable.error}
    >
      {twoFactor.disableText}
    </PasswordDialog>
  )
}
