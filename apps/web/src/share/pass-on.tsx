import type { Share } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink, IconSend } from '@tabler/icons-react'
import { renderSVG } from 'uqr'
import { useTexts } from '../texts/use-texts.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import classes from './share.module.css'

/** The link: to copy, to send, to open, to scan. */
export function PassOn({ share, name }: { share: Share; name: string }) {
  const { link } = useTexts().share
  return (
    <Panel title={link.title}>
      <CopyField label={link.link} value={share.url} />
      <div className={classes.links}>
        <Button
          component="a"
          href={share.url}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {link.open}
        </Button>
        {'share' in navigator && (
          <Button
            variant="default"
            leftSection={<IconSend size={18} aria-hidden />}
            // It is refused when somebody changes their mind.
            onClick={() => void navigator.share({ title: name, url: share.url }).catch(() => {})}
          >
            {link.send}
          </Button>
        )}
        <Button
          component="a"
          href={`data:image/svg+xml,${encodeURIComponent(renderSVG(share.url, { border: 2 }))}`}
          download="qr.svg"
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {link.qr}
        </Button>
      </div>
      <div className={classes.qr}>
        <QrCode value={share.url} label={link.qrLabel(name)} size={160} />
        <p>{link.qrText}</p>
      </div>
    </Panel>
  )
}
