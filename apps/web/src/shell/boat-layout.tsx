import { IconDots } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useFirstTexts } from '../texts/use-texts.ts'
import classes from './boat-layout.module.css'
import { PopoverMenu } from './popover-menu.tsx'
import { ON_PHONE_BAR, SECTIONS, sectionOf } from './sections.ts'
import { useBoat } from './use-boat.ts'
import { WaitingEntries } from './waiting-entries.tsx'

/** A boat's pages with the way between them: a column beside them, or a bar at the bottom of a phone. */
export function BoatLayout() {
  const boat = useBoat()
  const { common } = useFirstTexts()
  const section = sectionOf(useLocation().pathname)
  return (
    <div className={classes.layout}>
      <nav aria-label={common.nav.boat} className={classes.nav}>
        <Link to="/boats/$boatId" params={{ boatId: boat.id }} className={classes.boat} activeOptions={{ exact: true }}>
          {boat.name}
        </Link>
        <ul className={classes.sections}>
          {SECTIONS.map(({ to, text, icon: Icon }, i) => (
            <li key={to} data-more={i >= ON_PHONE_BAR || undefined}>
              <Link
                to={to}
                params={{ boatId: boat.id }}
                className={classes.section}
                data-current={section.to === to || undefined}
                aria-current={section.to === to ? 'page' : undefined}
              >
                <Icon size={22} stroke={1.7} aria-hidden />
                <span>{common.nav[text]}</span>
              </Link>
            </li>
          ))}
          <li className={classes.more}>
            <MoreSections boatId={boat.id} current={section.to} />
          </li>
        </ul>
      </nav>
      <div className={classes.content}>
        {'pages' in section && (
          <nav aria-label={common.nav[section.text]} className={classes.tabs}>
            {section.pages.map(({ to, text }) => (
              <Link
                key={to}
                to={to}
                params={{ boatId: boat.id }}
                className={classes.tab}
                activeProps={{ 'data-current': true }}
                activeOptions={{ exact: true, includeSearch: false }}
              >
                {common.nav[text]}
              </Link>
            ))}
          </nav>
        )}
        <WaitingEntries boatId={boat.id} />
        <Outlet />
      </div>
    </div>
  )
}

/** On a phone: the sections that the bar has no room for. */
function MoreSections({ boatId, current }: { boatId: string; current: string }) {
  const { common } = useFirstTexts()
  const rest = SECTIONS.slice(ON_PHONE_BAR)
  return (
    <PopoverMenu
      place="bottom"
      className={classes.section!}
      current={rest.some(({ to }) => to === current)}
      button={
        <>
          <IconDots size={22} stroke={1.7} aria-hidden />
          <span>{common.more}</span>
        </>
      }
    >
      {rest.map(({ to, text, icon: Icon }) => (
        <Link key={to} to={to} params={{ boatId }}>
          <Icon size={20} aria-hidden /> {common.nav[text]}
        </Link>
      ))}
    </PopoverMenu>
  )
}
