import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readChartSearch } from './charts/search.ts'
import { loadPreferences } from './format/preferences.ts'
import { ownDrafts } from './forms/draft.ts'
import { readLogSearch } from './maintenance/logbook/log-search.ts'
import { readMapSearch } from './map/search.ts'
import { Broken, NotFound } from './shell/broken.tsx'
import { fleetQuery, overviewQuery } from './shell/fleet-queries.ts'
import { meQuery, vesselQuery } from './shell/queries.ts'
import { allTexts } from './texts/languages.ts'

/** The map of the app: every page, by its address. Pages are loaded when they are opened. */

/** Why the sign-in provider signed nobody in. */
const readError = ({ error }: Record<string, unknown>): { error?: string } =>
  typeof error === 'string' ? { error } : {}

/** The link that verifies the address of a channel. */
const readCode = ({ channel, code }: Record<string, unknown>): { channel?: string; code?: string } =>
  typeof channel === 'string' && typeof code === 'string' ? { channel, code } : {}

/** The page to go on with. */
const readTo = ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {})

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string; error?: string } => ({ ...readTo(search), ...readError(search) }),
  component: lazyRouteComponent(() => import('./start/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./start/sign-up/sign-up-page.tsx'), 'SignUpPage'),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./start/sign-up/welcome-page.tsx'), 'WelcomePage'),
})

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: readTo,
  component: lazyRouteComponent(() => import('./account/sign-in/second-factor-page.tsx'), 'SecondFactorPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./start/password/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./start/password/reset-password-page.tsx'), 'ResetPasswordPage'),
})

const signedIn = () => import('./signed-in.ts')

const owner = createRoute({
  getParentRoute: () => root,
  id: 'owner',
  // Without a session this fails, and the app goes to the sign-in page: see main.tsx.
  loader: async ({ context }) => {
    // On their way together; the page waits for the texts itself.
    void allTexts(loadPreferences().language)
    ownDrafts((await context.queries.ensureQueryData(meQuery)).id)
  },
  component: lazyRouteComponent(signedIn, 'Owner'),
})

const boats = createRoute({
  getParentRoute: () => owner,
  path: '/',
  // Asked while the page's script is on its way; the page itself shows that it waits.
  loader: ({ context }) => void context.queries.prefetchQuery(fleetQuery),
  component: lazyRouteComponent(signedIn, 'BoatsPage'),
})

const newBoat = createRoute({
  getParentRoute: () => owner,
  path: '/boats/new',
  component: lazyRouteComponent(() => import('./boats/settings/new-boat-page.tsx'), 'NewBoatPage'),
})

const account = createRoute({
  getParentRoute: () => owner,
  path: '/account',
  validateSearch: (search): { error?: string; channel?: string; code?: string } => ({
    ...readError(search),
    ...readCode(search),
  }),
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
})

const accountData = createRoute({
  getParentRoute: () => owner,
  path: '/account/data',
  component: lazyRouteComponent(() => import('./account/data/data-page.tsx'), 'DataPage'),
})

const accountActivity = createRoute({
  getParentRoute: () => owner,
  path: '/account/activity',
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
})

const developer = createRoute({
  getParentRoute: () => owner,
  path: '/developer',
  component: lazyRouteComponent(() => import('./developer/developer-page.tsx'), 'DeveloperPage'),
})

const operator = createRoute({
  getParentRoute: () => owner,
  path: '/operator',
  beforeLoad: async ({ context }) => {
    const me = await context.queries.ensureQueryData(meQuery)
    if (!me.operator) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('./operator/operator-page.tsx'), 'OperatorPage'),
})

const boat = createRoute({
  getParentRoute: () => owner,
  path: '/boats/$boatId',
  // Nothing of the last boat stays under the name of the next.
  remountDeps: ({ params }) => params.boatId,
  loader: ({ context, params }) => context.queries.ensureQueryData(vesselQuery(params.boatId)),
  component: lazyRouteComponent(signedIn, 'BoatLayout'),
})

const overview = createRoute({
  getParentRoute: () => boat,
  path: '/',
  loader: ({ context, params }) => void context.queries.prefetchQuery(overviewQuery(params.boatId)),
  component: lazyRouteComponent(signedIn, 'OverviewPage'),
})

const editBoat = createRoute({
  getParentRoute: () => boat,
  path: '/edit',
  component: lazyRouteComponent(() => import('./boats/settings/edit-boat-page.tsx'), 'EditBoatPage'),
})

const guide = createRoute({
  getParentRoute: () => boat,
  path: '/guide',
  loader: ({ context, params }) => void context.queries.prefetchQuery(overviewQuery(params.boatId)),
  component: lazyRouteComponent(() => import('./boats/guide/guide-page.tsx'), 'GuidePage'),
})

const due = createRoute({
  getParentRoute: () => boat,
  path: '/maintenance',
  component: lazyRouteComponent(() => import('./maintenance/due/due-page.tsx'), 'DuePage'),
})

const tasks = createRoute({
  getParentRoute: () => boat,
  path: '/tasks',
  component: lazyRouteComponent(() => import('./maintenance/tasks/tasks-page.tsx'), 'TasksPage'),
})

const logbook = createRoute({
  getParentRoute: () => boat,
  path: '/logbook',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('./maintenance/logbook/logbook-page.tsx'), 'LogbookPage'),
})

const hours = createRoute({
  getParentRoute: () => boat,
  path: '/hours',
  component: lazyRouteComponent(() => import('./maintenance/hours/hours-page.tsx'), 'HoursPage'),
})

const inspections = createRoute({
  getParentRoute: () => boat,
  path: '/inspections',
  component: lazyRouteComponent(() => import('./inspections/list/inspections-page.tsx'), 'InspectionsPage'),
})

const walk = createRoute({
  getParentRoute: () => boat,
  path: '/inspections/$inspectionId',
  component: lazyRouteComponent(() => import('./inspections/walk/walk-page.tsx'), 'WalkPage'),
})

const report = createRoute({
  getParentRoute: () => boat,
  path: '/inspections/$inspectionId/report',
  component: lazyRouteComponent(() => import('./inspections/report/report-page.tsx'), 'ReportPage'),
})

const live = createRoute({
  getParentRoute: () => boat,
  path: '/telemetry',
  component: lazyRouteComponent(() => import('./telemetry/live-page.tsx'), 'LivePage'),
})

const charts = createRoute({
  getParentRoute: () => boat,
  path: '/charts',
  validateSearch: readChartSearch,
  component: lazyRouteComponent(() => import('./charts/charts-page.tsx'), 'ChartsPage'),
})

const map = createRoute({
  getParentRoute: () => boat,
  path: '/map',
  validateSearch: readMapSearch,
  component: lazyRouteComponent(() => import('./map/map-page.tsx'), 'MapPage'),
})

const alarms = createRoute({
  getParentRoute: () => boat,
  path: '/alarms',
  validateSearch: ({ silence }): { silence?: string } => (typeof silence === 'string' ? { silence } : {}),
  component: lazyRouteComponent(() => import('./alarms/alarms-page.tsx'), 'AlarmsPage'),
})

const alarmRules = createRoute({
  getParentRoute: () => boat,
  path: '/alarm-rules',
  component: lazyRouteComponent(() => import('./alarms/rules/rules-page.tsx'), 'RulesPage'),
})

const connections = createRoute({
  getParentRoute: () => boat,
  path: '/connections',
  validateSearch: ({ connect, setup }): { connect?: string; setup?: string } => ({
    ...(typeof connect === 'string' && { connect }),
    ...(typeof setup === 'string' && { setup }),
  }),
  component: lazyRouteComponent(() => import('./connections/list/connections-page.tsx'), 'ConnectionsPage'),
})

const cameras = createRoute({
  getParentRoute: () => boat,
  path: '/cameras',
  component: lazyRouteComponent(() => import('./cameras/cameras-page.tsx'), 'CamerasPage'),
})

const camera = createRoute({
  getParentRoute: () => boat,
  path: '/cameras/$cameraId',
  component: lazyRouteComponent(() => import('./cameras/camera-page.tsx'), 'CameraPage'),
})

const share = createRoute({
  getParentRoute: () => boat,
  path: '/share',
  component: lazyRouteComponent(() => import('./share/share-page.tsx'), 'SharePage'),
})

const boatPages = [overview, editBoat, guide, due, tasks, logbook, hours, inspections, walk, report, live, charts, map]
const tree = root.addChildren([
  signIn,
  signUp,
  welcome,
  secondFactor,
  forgotPassword,
  resetPassword,
  owner.addChildren([
    boats,
    newBoat,
    account,
    accountData,
    accountActivity,
    developer,
    operator,
    boat.addChildren([...boatPages, alarms, alarmRules, connections, cameras, camera, share] as const),
  ]),
])

export const makeAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultErrorComponent: Broken,
    defaultNotFoundComponent: NotFound,
    // What a page's reader leaves out of the address is taken out of it: else the page finds it there all the same.
    search: { strict: true },
    defaultPreload: 'intent',
    // The data's age is the query client's affair.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

export type AppRouter = ReturnType<typeof makeAppRouter>

/**
 * Opens the page of the browser's address before anything is drawn, without what its reader leaves out. The router takes that out only
 * once it is drawn, and `load` alone would give the page all of it.
 */
export const openFirst = (router: AppRouter): Promise<void> =>
  router.navigate({
    to: router.latestLocation.pathname,
    search: true,
    params: true,
    hash: true,
    state: true,
    replace: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
