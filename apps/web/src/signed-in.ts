import './mantine-signed-in.css'

/** What nearly each visit of somebody who is signed in needs, in one file; the sign-in page does without. */
export { BoatsPage } from './boats/list/boats-page.tsx'
export { OverviewPage } from './boats/overview/overview-page.tsx'
export { BoatLayout } from './shell/boat-layout.tsx'
export { Owner } from './shell/owner.tsx'
