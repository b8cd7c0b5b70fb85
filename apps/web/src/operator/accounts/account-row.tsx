import type { OperatorAccount, Plan } from '@binnacle/contract'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { planHasKeys } from '../../developer/plan.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Problem } from '../../ui/problem.tsx'
import badge from '../../ui/status-badge.module.css'
import classes from '../operator.module.css'
import { useChangePlan } from '../queries.ts'
import { AccountActions } from './account-actions.tsx'

interface AccountRowProps {
  account: OperatorAccount
  /** Called with a message when something was changed. */
  onChanged: (said: string) => void
}

/** An account, its plan and what may be done to it. A plan that would stop keys is asked about first. */
export function AccountRow({ account, onChanged }: AccountRowProps) {
  const { accounts: texts } = useTexts().operator
  const { plans } = useTexts().account
  const [asked, setAsked] = useState<Plan | null>(null)
  const change = useChangePlan()
  const { id, name, plan } = account
  const give = (wanted: Plan) =>
    change.mutate(
      { id, plan: wanted },
      {
        onSuccess: () => {
          setAsked(null)
          onChanged(texts.changed(name, plans[wanted]))
        },
      },
    )
  return (
    <li className={classes.row}>
      <Who account={account} />
      <NativeSelect
        aria-label={texts.planOf(name)}
        value={change.isPending ? change.variables.plan : plan}
        onChange={(event) => {
          const wanted = event.currentTarget.value as Plan
          if (planHasKeys(plan) && !planHasKeys(wanted)) setAsked(wanted)
          else give(wanted)
        }}
        data={(Object.keys(plans) as Plan[]).map((value) => ({ value, label: plans[value] }))}
      />
      {!account.operator && <AccountActions account={account} onDone={onChanged} />}
      {change.error && !asked && <Problem error={change.error} />}
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={texts.lowerAsk(name, asked ? plans[asked] : '')}
        action={texts.lowerAction}
        pending={change.isPending}
        error={change.error}
        onConfirm={() => asked && give(asked)}
      >
        {texts.lowerText}
      </Confirm>
    </li>
  )
}

function Who({ account }: { account: OperatorAccount }) {
  const { accounts: texts } = useTexts().operator
  const { date, bytes } = useFormat()
  const { name, email, operator, created_at, suspended_at } = account
  return (
    <div className={classes.who}>
      <p className={classes.name} dir="auto">
        {name} {operator && <span className={badge.badge}>{texts.operator}</span>}
        {suspended_at && (
          <span className={badge.badge} data-tone="late">
            {texts.suspended}
          </span>
        )}
      </p>
      <p className={classes.facts}>
        <span>{email}</span>
        <span>{texts.since(date(created_at))}</span>
        {suspended_at && <span>{texts.suspendedSince(date(suspended_at))}</span>}
      </p>
      <p className={classes.facts}>
        <span>{texts.boats(account.vessels)}</span>
        <span>{texts.keys(account.access_keys)}</span>
        <span>{texts.connections(account.connections)}</span>
        <span>{texts.photos(account.photos)}</span>
        <span>{bytes(account.storage_bytes)}</span>
      </p>
    </div>
  )
}
