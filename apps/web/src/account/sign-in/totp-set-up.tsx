import { Button, Modal, Stack } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { deviceOf } from '../../format/user-agent.ts'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { checkFields } from '../../start/form-check.ts'
import { FormProblem } from '../../start/form-problem.tsx'
import { TotpInput } from '../../start/second-factor/totp-input.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from '../account.module.css'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const STEPS = 3

interface TotpSetUpProps {
  /** A code was right: the app is in force. */
  onEnabled: () => void
  onClose: () => void
}

/** Sets an authenticator app up in three steps: password, code, backup codes. */
export function TotpSetUp({ onEnabled, onClose }: TotpSetUpProps) {
  useFocusBack()
  const { account, common } = useTexts()
  const { twoFactor } = account
  const [checked, setChecked] = useState(false)
  const setUp = useMutation({
    mutationFn: (password: string) => api('POST /api/auth/two-factor/enable', { body: { password } }),
  })
  const step = setUp.data ? (checked ? 3 : 2) : 1
  const title = `${checked ? twoFactor.codesTitle : twoFactor.setUpTitle} · ${twoFactor.step(step, STEPS)}`

  if (!setUp.data)
    return (
      <PasswordDialog
        title={title}
        action={common.next}
        onClose={onClose}
        onConfirm={setUp.mutate}
        pending={setUp.isPending}
        error={setUp.error}
      >
        {twoFactor.offText}
      </PasswordDialog>
    )
  return (
    <Modal
      opened
      size="lg"
      title={title}
      onClose={onClose}
      // The codes are shown this once: a slip must not close them.
      closeOnClickOutside={!checked}
      closeOnEscape={!checked}
      withCloseButton={!checked}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {checked ? (
        <BackupCodes codes={setUp.data.backupCodes} onKept={onClose} />
      ) : (
        <ScanAndCheck
          uri={setUp.data.totpURI}
          onRight={() => {
            setChecked(true)
            onEnabled()
          }}
        />
      )}
    </Modal>
  )
}

function ScanAndCheck({ uri, onRight }: { uri: string; onRight: () => void }) {
  const { account, start } = useTexts()
  const { twoFactor } = account
  const check = useMutation({
    mutationFn: (code: string) => api('POST /api/auth/two-factor/verify-totp', { body: { code } }),
    onSuccess: onRight,
    onError: () => form.reset(),
  })

  const { form, submit } = useCheckedForm({
    initial: { code: '' },
    check: (fields) => checkFields(fields, start.problem),
  })

  return (
    <form noValidate onSubmit={submit(({ code }) => check.mutate(code))}>
      <Stack>
        <p className={classes.text}>{twoFactor.scan}</p>
        <div className={classes.qr}>
          <QrCode value={uri} label={twoFactor.qrLabel} size={216} />
        </div>
        {deviceOf(navigator.userAgent).handheld && (
          <Button component="a" href={uri} variant="default" leftSection={<IconExternalLink size={18} aria-hidden />}>
            {twoFactor.open}
          </Button>
        )}
        <CopyField label={twoFactor.secret} value={new URL(uri).searchParams.get('secret') ?? ''} />
        <TotpInput
          label={twoFactor.code}
          onComplete={(complete) => check.mutate(complete)}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <FormProblem error={check.error} />
        <Button type="submit" loading={check.isPending}>
          {twoFactor.check}
        </Button>
      </Stack>
    </form>
  )
}
