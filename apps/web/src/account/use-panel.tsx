import { QUOTAS } from '@binnacle/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import classes from './account.module.css'
import { accountUseQuery } from './queries.ts'

/** What the account has of each quota of its plan; what is full is told with what it means. */
export function UsePanel() {
  const { account, common } = useTexts()
  const format = useFormat()
  const { data: use, error, refetch } = useQuery(accountUseQuery)
  const shown =
    use && QUOTAS.map((quota) => ({ quota, ...use[quota] })).filter(({ used, max }) => used > 0 || max !== 0)
  const full = ({ used, max }: { used: number; max: number | null }) => max !== null && used >= max
  return (
    <Panel title={account.use.title}>
      {error && !use && <Problem error={error} retry={() => void refetch()} />}
      {!use && !error && <Skeletons count={1} height={96} />}
      {shown && (
        <dl className={classes.facts}>
          {shown.map(({ quota, used, max }) => {
            const amount = quota === 'storage_bytes' ? format.bytes : format.number
            return [
              <dt key={quota}>{common.quotas[quota]}</dt>,
              <dd key={`${quota} used`}>
                {max === null ? amount(used) : account.use.of(amount(used), amount(max))}
                {full({ used, max }) && <strong> · {account.use.full[quota]}</strong>}
              </dd>,
            ]
          })}
        </dl>
      )}
    </Panel>
  )
}
