import {
  IconBell,
  IconCamera,
  IconChartLine,
  IconClipboardCheck,
  IconHome,
  IconPlugConnected,
  IconSettings,
  IconShare,
  IconTool,
} from '@tabler/icons-react'

/** The sections of a boat, in the order of the navigation; those with `pages` have tabs. The first four are on a phone's bar. */
export const SECTIONS = [
  { to: '/boats/$boatId', text: 'overview', icon: IconHome },
  {
    to: '/boats/$boatId/maintenance',
    text: 'maintenance',
    icon: IconTool,
    pages: [
      { to: '/boats/$boatId/maintenance', text: 'due' },
      { to: '/boats/$boatId/tasks', text: 'tasks' },
      { to: '/boats/$boatId/logbook', text: 'logbook' },
      { to: '/boats/$boatId/hours', text: 'hours' },
    ],
  },
  {
    to: '/boats/$boatId/telemetry',
    text: 'telemetry',
    icon: IconChartLine,
    pages: [
      { to: '/boats/$boatId/telemetry', text: 'live' },
      { to: '/boats/$boatId/charts', text: 'charts' },
      { to: '/boats/$boatId/map', text: 'map' },
    ],
  },
  { to: '/boats/$boatId/cameras', text: 'cameras', icon: IconCamera },
  {
    to: '/boats/$boatId/alarms',
    text: 'alarms',
    icon: IconBell,
    pages: [
      { to: '/boats/$boatId/alarms', text: 'alarms' },
      { to: '/boats/$boatId/alarm-rules', text: 'rules' },
    ],
  },
  { to: '/boats/$boatId/inspections', text: 'inspections', icon: IconClipboardCheck },
  { to: '/boats/$boatId/connections', text: 'connections', icon: IconPlugConnected },
  { to: '/boats/$boatId/share', text: 'share', icon: IconShare },
  { to: '/boats/$boatId/edit', text: 'settings', icon: IconSettings },
] as const

export const ON_PHONE_BAR = 4

type Section = (typeof SECTIONS)[number]

const lastPart = (path: string) => path.split('/')[3] ?? ''

/** The section that a path of a boat is in: the overview for the boat itself and for its guide. */
export function sectionOf(pathname: string): Section {
  const part = lastPart(pathname)
  const has = (section: Section) =>
    lastPart(section.to) === part || ('pages' in section && section.pages.some(({ to }) => lastPart(to) === part))
  return SECTIONS.find(has) ?? SECTIONS[0]
}

/** The address of the same page of any boat; of a page that only one boat has, such as a camera, the list of them. */
export function pageOf(pathname: string) {
  const part = lastPart(pathname)
  const pages = SECTIONS.flatMap((section) => ('pages' in section ? section.pages.map(({ to }) => to) : [section.to]))
  return pages.find((to) => lastPart(to) === part) ?? SECTIONS[0].to
}
