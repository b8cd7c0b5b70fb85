import { Button } from '@mantine/core'
import { IconChevronLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePreferences } from '../../format/preferences.ts'
import type { Walk } from '../../outbox/points/walk-cache.ts'
import { useBoatId } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { walkQuery } from '../queries.ts'
import { findingsOf, sectionsOf } from '../walk.ts'
import classes from './report.module.css'
import { ReportHead } from './report-head.tsx'
import { ReportPoint } from './report-point.tsx'

/** A finished inspection to read, to print and to keep. */
export function ReportPage() {
  const boatId = useBoatId()
  const { inspectionId = '' } = useParams({ strict: false })
  const { report } = useTexts().inspections
  const { language } = usePreferences().preferences
  const { data, error, refetch } = useQuery(walkQuery(boatId, inspectionId, language))
  return (
    <Page title={report.title} actions={<Actions boatId={boatId} />}>
      {data ? (
        data.inspection.status === 'completed' ? (
          <Report {...data} />
        ) : (
          <NotFinished boatId={boatId} inspectionId={inspectionId} />
        )
      ) : error ? (
        <Problem error={error} retry={() => refetch()} />
      ) : (
        <Skeletons count={4} height={120} />
      )}
    </Page>
  )
}

function Actions({ boatId }: { boatId: string }) {
  const { report } = useTexts().inspections
  return (
    <div className={classes.actions}>
      <LinkButton
        to="/boats/$boatId/inspections"
        params={{ boatId }}
        variant="subtle"
        leftSection={<IconChevronLeft size={20} aria-hidden />}
      >
        {report.back}
      </LinkButton>
      <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
        {report.print}
      </Button>
    </div>
  )
}

function NotFinished({ boatId, inspectionId }: { boatId: string; inspectionId: string }) {
  const { report } = useTexts().inspections
  return (
    <>
      <p>{report.notFinished}</p>
      <LinkButton to="/boats/$boatId/inspections/$inspectionId" params={{ boatId, inspectionId }}>
        {report.goOn}
      </LinkButton>
    </>
  )
}

function Report({ inspection, points }: Walk) {
  const { report, walk } = useTexts().inspections
  const findings = findingsOf(points)
  return (
    <article className={classes.report}>
      <ReportHead inspection={inspection} points={points} />
      <section>
        <h2 className={classes.title}>{report.findings}</h2>
        {findings.length === 0 ? (
          <p>{report.noFindings}</p>
        ) : (
          <ul className={classes.points}>
            {findings.map((point) => (
              <ReportPoint key={point.id} point={point} full />
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2 className={classes.title}>{report.points}</h2>
        <div className={classes.all}>
          {sectionsOf(points).map(({ name, points: own }) => (
            <section key={name} className={classes.section}>
              <h3>{name || walk.noWords}</h3>
              <ul className={classes.points}>
                {own.map((point) => (
                  <ReportPoint key={point.id} point={point} full={false} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>
    </article>
  )
}
