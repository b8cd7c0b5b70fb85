import { Tabs } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/use-texts.ts'
import { Page } from '../ui/page.tsx'
import { Accounts } from './accounts/accounts.tsx'
import { Activity } from './activity.tsx'
import { InstallationAlarms } from './alarms/installation-alarms.tsx'
import { WorstInstallationAlarm } from './alarms/worst-alarm.tsx'
import { Figures } from './figures/figures.tsx'
import { Catalogue } from './providers/catalogue.tsx'
import { Requests } from './providers/requests.tsx'
import { Switches } from './switches.tsx'

const TABS = ['overview', 'alarms', 'accounts', 'catalogue', 'requests', 'activity'] as const
type Tab = (typeof TABS)[number]

/** What whoever runs the installation sees and decides. The tab is in the address. */
export function OperatorPage() {
  const { operator } = useTexts()
  const hash = useLocation().hash as Tab
  const navigate = useNavigate()
  const tab = TABS.includes(hash) ? hash : 'overview'
  const panels: Record<Tab, ReactNode> = {
    overview: (
      <>
        <WorstInstallationAlarm />
        <Figures />
        <Switches />
      </>
    ),
    alarms: <InstallationAlarms />,
    accounts: <Accounts />,
    catalogue: <Catalogue />,
    requests: <Requests />,
    activity: <Activity />,
  }
  return (
    <Page title={operator.title}>
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ to: '/operator', hash: chosen ?? '', replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name} px="sm" style={{ minHeight: 44 }}>
              {operator.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {panels[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
