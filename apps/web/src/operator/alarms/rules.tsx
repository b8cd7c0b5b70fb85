import { type InstallationRule, SEVERITIES } from '@binnacle/contract'
import { kindOfRule } from '@binnacle/contract/rule-kinds'
import { ActionIcon, NativeSelect, Stack, Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '../../alarms/rules/rules.module.css'
import { SEVERITY_ICONS, SEVERITY_TONE } from '../../alarms/severity.ts'
import { WholeField } from '../../forms/fields.tsx'
import { FormButtons } from '../../forms/form-buttons.tsx'
import { useCheckedForm } from '../../forms/use-checked-form.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { installationRulesQuery, useChangeRule } from './queries.ts'
import { useInstallationText } from './use-installation-text.ts'

/** When there is an alarm of the installation: the operator's rules, to switch and change. */
export function InstallationRules() {
  const { alarms } = useTexts()
  const { alarms: texts } = useTexts().operator
  const { data, error, refetch } = useQuery(installationRulesQuery)
  const [edited, setEdited] = useState<InstallationRule | null>(null)
  return (
    <Panel title={alarms.rules.title}>
      <p className={classes.text}>{texts.rulesText}</p>
      {data ? (
        <ul className={classes.list}>
          {data.map((rule) => (
            <Row key={rule.kind} rule={rule} onEdit={() => setEdited(rule)} />
          ))}
        </ul>
      ) : error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Skeletons count={4} height={64} />
      )}
      {edited && <ChangeSheet rule={edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

function Row({ rule, onEdit }: { rule: InstallationRule; onEdit: () => void }) {
  const { alarms } = useTexts()
  const { kind, severity, enabled } = rule
  const text = useInstallationText().rule(rule)
  const change = useChangeRule(kind)
  const Icon = SEVERITY_ICONS[severity]
  return (
    <li className={classes.row} data-off={!enabled || undefined}>
      <Icon size={24} className={classes.icon} data-tone={SEVERITY_TONE[severity]} aria-hidden />
      <div className={classes.said}>
        <h3 className={classes.what}>{text}</h3>
        <p className={classes.quiet}>{alarms.severities[severity]}</p>
        {change.error ? <Problem error={change.error} /> : null}
      </div>
      <div className={classes.buttons}>
        <Switch
          aria-label={alarms.rules.enabledOf(text)}
          checked={enabled}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
        />
        <ActionIcon onClick={onEdit} aria-label={alarms.rules.editOf(text)}>
          <IconPencil size={22} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  )
}

/** Changes limit and urgency of a rule, and whether it is judged. */
function ChangeSheet({ rule, onClose }: { rule: InstallationRule; onClose: () => void }) {
  const { alarms } = useTexts()
  const { alarms: texts } = useTexts().operator
  const { kind, limit, severity, enabled } = rule
  const [min, max] = kindOfRule(kind).range!
  const change = useChangeRule(kind)
  useFocusBack()
  const { form, submit, problem } = useCheckedForm({
    initial: { limit: limit as number | string, severity, enabled },
    check: (fields) => ({
      limit:
        !(Number.isInteger(fields.limit) && Number(fields.limit) >= min && Number(fields.limit) <= max) &&
        texts.limitWrong(min, max),
    }),
    error: change.error,
  })
  return (
    <Sheet opened onClose={onClose} title={alarms.rules.edit}>
      <p style={{ marginTop: 0 }}>{texts.explains[kind]}</p>
      <form
        noValidate
        onSubmit={submit((fields) => change.mutate({ ...fields, limit: Number(fields.limit) }, { onSuccess: onClose }))}
      >
        <Stack>
          <WholeField label={texts.limits[kind]} required data-autofocus {...form.getInputProps('limit')} />
          <NativeSelect
            label={alarms.rules.severity}
            {...form.getInputProps('severity')}
            data={SEVERITIES.map((value) => ({ value, label: alarms.severities[value] }))}
          />
          <Switch label={texts.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          {problem ? <Problem error={problem} /> : null}
          <FormButtons pending={change.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Sheet>
  )
}
