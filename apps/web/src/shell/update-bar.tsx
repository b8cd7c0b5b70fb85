import { Button } from '@mantine/core'
import { useFirstTexts } from '../texts/use-texts.ts'
import { useUpdate } from './installed.ts'
import classes from './network-bar.module.css'

/** Offers a new version of the app when there is one. */
export function UpdateBar() {
  const { network } = useFirstTexts().common
  const update = useUpdate()
  if (!update) return null
  return (
    <div role="status" className={classes.bar} data-shown>
      {network.update}
      <Button size="sm" variant="default" onClick={update.takeOver}>
        {network.updateNow}
      </Button>
    </div>
  )
}
