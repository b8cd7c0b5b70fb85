import type { Provider } from '@binnacle/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { providersQuery } from '../../connections/queries.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Said } from '../../ui/said.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import badge from '../../ui/status-badge.module.css'
import classes from '../operator.module.css'
import { ProviderForm } from './provider-form.tsx'

const TONES = { live: 'ok', beta: 'soon', planned: 'none', unavailable: 'none' } as const

/** The catalogue as the operator edits it: in its own words, not translated. */
export function Catalogue() {
  const { catalogue: texts } = useTexts().operator
  const { data: providers, error, refetch } = useQuery(providersQuery)
  const [open, setOpen] = useState<Provider | 'new' | null>(null)
  const [said, setSaid] = useState('')
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
      {texts.add}
    </Button>
  )
  return (
    <Panel title={texts.title} actions={add}>
      <p className={classes.text}>{texts.text}</p>
      <Said>{said}</Said>
      {error && !providers && <Problem error={error} retry={refetch} />}
      {!providers && !error && <Skeletons count={5} height={64} />}
      <ul className={classes.rows}>
        {providers?.map((provider) => (
          <ProviderRow key={provider.slug} provider={provider} onEdit={() => setOpen(provider)} />
        ))}
      </ul>
      {open && (
        <ProviderForm
          provider={open === 'new' ? null : open}
          taken={(open === 'new' && providers?.map(({ slug }) => slug)) || []}
          onClose={() => setOpen(null)}
          onSaved={(name) => {
            setOpen(null)
            setSaid(texts.saved(name))
          }}
        />
      )}
    </Panel>
  )
}

function ProviderRow({ provider, onEdit }: { provider: Provider; onEdit: () => void }) {
  const { operator, common } = useTexts()
  const { catalogue: texts } = operator
  const { name, slug, status, direction, covers } = provider
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <p className={classes.name}>
          {name}{' '}
          <span className={badge.badge} data-tone={TONES[status]}>
            {texts.statuses[status]}
          </span>
        </p>
        <p className={classes.facts}>
          <code>{slug}</code>
          <span>{texts.directions[direction]}</span>
          {covers.length > 0 && <span>{texts.covers(covers.length)}</span>}
        </p>
      </div>
      <Button variant="default" aria-label={texts.editOf(name)} onClick={onEdit}>
        {common.edit}
      </Button>
    </li>
  )
}
