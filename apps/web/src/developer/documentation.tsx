import { Button } from '@mantine/core'
import { IconBook, IconBraces } from '@tabler/icons-react'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import classes from './keys.module.css'

/** Where it is written what can be asked. */
export function Documentation() {
  const { docs } = useTexts().developer
  return (
    <Panel title={docs.title}>
      <p style={{ marginTop: 0 }}>
        {docs.text} {docs.limit}
      </p>
      <div className={classes.links}>
        <Button component="a" href="/docs/" variant="default" leftSection={<IconBook size={18} aria-hidden />}>
          {docs.api}
        </Button>
        <Button component="a" href="/openapi.json" variant="default" leftSection={<IconBraces size={18} aria-hidden />}>
          {docs.openapi}
        </Button>
      </div>
    </Panel>
  )
}
