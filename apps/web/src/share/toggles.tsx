import type { Share, ShareToggle } from '@binnacle/contract'
import { Switch } from '@mantine/core'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { NEEDS, TOGGLE_GROUPS } from './groups.ts'
import { useShareChange } from './queries.ts'
import classes from './share.module.css'

/** The switches of what is shown, each with what it gives away. */
export function Toggles({ share: { toggles }, vesselId }: { share: Share; vesselId: string }) {
  const { shown } = useTexts().share
  const change = useShareChange(vesselId)
  const groups = Object.keys(TOGGLE_GROUPS) as (keyof typeof TOGGLE_GROUPS)[]
  const row = (name: ShareToggle) => {
    const [label, description] = shown.toggles[name] as [string, string]
    const needed = NEEDS[name]
    return (
      <Switch
        key={name}
        label={label}
        description={description}
        checked={toggles[name]}
        disabled={needed !== undefined && !toggles[needed]}
        onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
      />
    )
  }
  return (
    <Panel title={shown.title}>
      <p style={{ marginTop: 0 }}>{shown.text}</p>
      {groups.map((group) => (
        <fieldset key={group} className={classes.group}>
          <legend>{shown.groups[group]}</legend>
          <div className={classes.toggles}>{TOGGLE_GROUPS[group].map(row)}</div>
        </fieldset>
      ))}
      {change.error && <Problem error={change.error} />}
    </Panel>
  )
}
