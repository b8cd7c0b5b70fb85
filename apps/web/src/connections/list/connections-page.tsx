import { Text } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { Catalogue } from '../catalogue/catalogue.tsx'
import { nameOf } from '../name.ts'
import { connectionsQuery } from '../queries.ts'
import type { NewKey } from '../state.ts'
import { ConnectWizard } from '../wizard/connect-wizard.tsx'
import { SetupAgain } from '../wizard/setup-again.tsx'
import { ConnectionCard } from './connection-card.tsx'

/** A boat's connections; with `connect` in the address the wizard, with `setup` how one of them is set up. */
export function ConnectionsPage() {
  const { connections: texts } = useTexts()
  const vesselId = useBoatId()
  const { connect, setup } = useSearch({ from: '/owner/boats/$boatId/connections' })
  const navigate = useNavigate()
  const [renewed, setRenewed] = useState<{ id: string; key: NewKey } | null>(null)
  const close = () => {
    setRenewed(null)
    void navigate({ to: '/boats/$boatId/connections', params: { boatId: vesselId } })
  }
  const id = renewed?.id ?? setup
  if (id)
    return (
      <SetupPage vesselId={vesselId} id={id}>
        <SetupAgain vesselId={vesselId} id={id} first={renewed?.key ?? null} onClose={close} />
      </SetupPage>
    )
  if (connect !== undefined)
    return (
      <Page title={texts.wizard.title}>
        <ConnectWizard vesselId={vesselId} start={connect} onClose={close} />
      </Page>
    )
  return <ConnectionsList vesselId={vesselId} onNewKey={(id, key) => setRenewed({ id, key })} />
}

/** A page under the name of one connection. */
function SetupPage({ vesselId, id, children }: { vesselId: string; id: string; children: ReactNode }) {
  const { connections: texts } = useTexts()
  const { data } = useQuery(connectionsQuery(vesselId))
  const connection = data?.connections.find((one) => one.id === id)
  return <Page title={connection ? nameOf(connection, texts) : texts.title}>{children}</Page>
}

/** When a card is gone with the button that had the focus, the page's title gets it. */
function useTitleFocus(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) document.querySelector('h1')?.focus()
    before.current = count
  }, [count])
}

interface ConnectionsListProps {
  vesselId: string
  onNewKey: (id: string, key: NewKey) => void
}

function ConnectionsList({ vesselId, onNewKey }: ConnectionsListProps) {
  const { connections: texts } = useTexts()
  const { data, error, refetch } = useQuery(connectionsQuery(vesselId))
  const list = data?.connections ?? []
  useTitleFocus(list.length)
  const connectButton = (
    <LinkButton
      to="/boats/$boatId/connections"
      params={{ boatId: vesselId }}
      search={{ connect: '' }}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {texts.connect}
    </LinkButton>
  )
  return (
    <Page title={texts.title} actions={list.length > 0 && connectButton}>
      {error && !data && <Problem error={error} retry={refetch} />}
      {!data && !error && <Skeletons count={2} height={230} />}
      {data && list.length === 0 && (
        <Panel>
          <Empty icon={IconPlugConnected} title={texts.empty.title} text={texts.empty.text} action={connectButton} />
        </Panel>
      )}
      {list.length > 0 && (
        <>
          <Text c="dimmed" mb="md">
            {texts.intro}
          </Text>
          {list.map((connection) => (
            <Panel key={connection.id}>
              <ConnectionCard vesselId={vesselId} connection={connection} onNewKey={onNewKey} />
            </Panel>
          ))}
        </>
      )}
      {data && <Catalogue vesselId={vesselId} connected={list.map(({ provider }) => provider)} />}
    </Page>
  )
}
