import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../format/use-format.ts'
import { meQuery } from '../shell/queries.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { keyState } from './expiry.ts'
import classes from './keys.module.css'
import { planHasKeys } from './plan.ts'
import { accessKeysQuery } from './queries.ts'

/** Warns before an access key expires. */
export function KeyNotice() {
  const { keys: texts } = useTexts().developer
  const format = useFormat()
  const now = useNow()
  const { data: me } = useSuspenseQuery(meQuery)
  const hasKeys = planHasKeys(me.plan)
  const { data: keys = [] } = useQuery({ ...accessKeysQuery, enabled: hasKeys })
  return keys
    .filter(({ expires_at }) => keyState(expires_at, hasKeys, now) === 'soon')
    .map(({ id, name, expires_at }) => (
      <p key={id} className={classes.notice}>
        {texts.expiresSoon(name, format.date(expires_at!))} <Link to="/developer">{texts.toKeys}</Link>
      </p>
    ))
}
