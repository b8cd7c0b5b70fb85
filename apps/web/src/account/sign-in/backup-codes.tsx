import { Button, Group, Stack } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { meQuery } from '../../shell/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import classes from '../account.module.css'
import { saveText } from './save-text.ts'

/** Backup codes, which are shown this once: to copy, download or write down. */
export function BackupCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const { account, common } = useTexts()
  const { twoFactor } = account
  const { email } = useSuspenseQuery(meQuery).data
  const format = useFormat()
  const clipboard = useClipboard()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const CopyIcon = clipboard.copied ? IconCheck : IconCopy
  const lines = codes.join('\n')

  return (
    <Stack>
      <p ref={text} tabIndex={-1} className={classes.text} style={{ outline: 'none' }}>
        {twoFactor.codesText}
      </p>
      <ul aria-label={twoFactor.codesLabel} className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <Button
          variant="default"
          leftSection={<CopyIcon size={18} aria-hidden />}
          onClick={() => clipboard.copy(lines)}
        >
          <span aria-live="polite">{clipboard.copied ? common.copied : common.copy}</span>
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() =>
            saveText(twoFactor.fileName, `${twoFactor.fileText(email, format.date(Date.now()))}\n\n${lines}\n`)
          }
        >
          {twoFactor.download}
        </Button>
      </Group>
      <Button onClick={onKept}>{twoFactor.kept}</Button>
      <LeaveGuard title={twoFactor.leaveTitle} text={twoFactor.leaveText} />
    </Stack>
  )
}
