import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../texts/use-texts.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Problem } from '../ui/problem.tsx'
import { Skeletons } from '../ui/skeletons.tsx'
import { AboutPanel } from './about-panel.tsx'
import { CalendarPanel } from './calendar/calendar-panel.tsx'
import { ChannelsPanel } from './channels/channels-panel.tsx'
import { PreferencesPanel } from './preferences-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { signInMethodsQuery } from './queries.ts'
import { OidcPanel } from './sign-in/oidc-panel.tsx'
import { PasskeysPanel } from './sign-in/passkeys-panel.tsx'
import { PasswordPanel } from './sign-in/password-panel.tsx'
import { SessionsPanel } from './sign-in/sessions-panel.tsx'
import { TwoFactorPanel } from './sign-in/two-factor-panel.tsx'
import { UsePanel } from './use-panel.tsx'

/** Who one is, how one likes to see things, and how and where one is signed in. */
export function AccountPage() {
  const { account, activity } = useTexts()
  const { data: methods, error, refetch } = useQuery(signInMethodsQuery)
  return (
    <Page title={account.title}>
      <ProfilePanel />
      <UsePanel />
      <PreferencesPanel />
      <ChannelsPanel />
      <CalendarPanel />
      {methods?.password !== false && <PasswordPanel />}
      {methods && (
        <>
          {methods.oidc && <OidcPanel {...methods.oidc} />}
          {methods.password && (
            <TwoFactorPanel enabled={methods.two_factor} codesLeft={methods.backup_codes_left ?? 0} />
          )}
          <PasskeysPanel passkeys={methods.passkeys} />
        </>
      )}
      {!methods && <Panel>{error ? <Problem error={error} retry={() => void refetch()} /> : <Skeletons />}</Panel>}
      <SessionsPanel />
      <Panel title={activity.title} actions={<LinkButton to="/account/activity">{account.activity.action}</LinkButton>}>
        {account.activity.text}
      </Panel>
      <Panel title={account.data.title} actions={<LinkButton to="/account/data">{account.data.action}</LinkButton>}>
        {account.data.text}
      </Panel>
      <AboutPanel />
    </Page>
  )
}
