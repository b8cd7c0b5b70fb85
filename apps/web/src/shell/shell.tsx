import {
  IconBook,
  IconChevronDown,
  IconCode,
  IconDatabaseExport,
  IconHelp,
  IconLogout,
  IconServerCog,
  IconUser,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { isSignInWanted, watchSignIn } from '../api/session.ts'
import { useLive } from '../live/use-live.ts'
import { entriesOf } from '../outbox/entries.ts'
import { useSignOut } from '../start/sign-in/sign-out.ts'
import { useFirstTexts } from '../texts/use-texts.ts'
import { BoatSwitch } from './boat-switch.tsx'
import { Mark } from './mark.tsx'
import { NetworkBar } from './network-bar.tsx'
import { PopoverMenu } from './popover-menu.tsx'
import { meQuery } from './queries.ts'
import classes from './shell.module.css'
import { SignInNotice } from './sign-in-notice.tsx'
import { UpdateBar } from './update-bar.tsx'

const SignInAgain = lazy(() => import('../start/sign-in/sign-in-again.tsx'))

/** What is around every page of somebody who is signed in. */
export function Shell() {
  const { common } = useFirstTexts()
  const live = useLive()
  const queries = useQueryClient()
  const account = useQuery(meQuery).data?.id
  useEffect(() => (account ? entriesOf(queries).open(account) : undefined), [queries, account])
  const { boatId } = useParams({ strict: false })
  const signInWanted = useSyncExternalStore(watchSignIn, isSignInWanted)
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {common.skip}
      </a>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <Mark /> <span className={boatId && classes.brandName}>{common.name}</span>
        </Link>
        {boatId && <BoatSwitch boatId={boatId} />}
        <AccountMenu />
      </header>
      <NetworkBar live={live} />
      <UpdateBar />
      <SignInNotice />
      <Outlet />
      {signInWanted && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </div>
  )
}

function AccountMenu() {
  const { nav } = useFirstTexts().common
  const { data: me } = useQuery(meQuery)
  const signOut = useSignOut()
  return (
    <PopoverMenu
      place="top"
      className={classes.account!}
      label={nav.menu}
      button={
        <>
          <IconUser size={20} aria-hidden />
          <span className={classes.accountName}>{me?.name}</span>
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      <Link to="/account">
        <IconUser size={18} aria-hidden /> {nav.account}
      </Link>
      <Link to="/account/data">
        <IconDatabaseExport size={18} aria-hidden /> {nav.data}
      </Link>
      <Link to="/developer">
        <IconCode size={18} aria-hidden /> {nav.developer}
      </Link>
      {me?.operator && (
        <Link to="/operator">
          <IconServerCog size={18} aria-hidden /> {nav.operator}
        </Link>
      )}
      <a href="/help/">
        <IconHelp size={18} aria-hidden /> {nav.help}
      </a>
      <a href="/docs/">
        <IconBook size={18} aria-hidden /> {nav.docs}
      </a>
      <hr />
      <button type="button" onClick={() => signOut()}>
        <IconLogout size={18} aria-hidden /> {nav.signOut}
      </button>
    </PopoverMenu>
  )
}
