import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiProblem } from '../../api/client.ts'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import classes from './data.module.css'
import { exportSizeQuery, startDownload } from './export-queries.ts'

/** The archive of everything: what is in it, about how large it is, and the button. */
export function DownloadEverything() {
  const { download } = useTexts().data
  const format = useFormat()
  const { data: size } = useQuery(exportSizeQuery)
  const start = useMutation({ mutationFn: startDownload })
  const underWay = start.error instanceof ApiProblem && start.error.status === 429
  return (
    <Panel title={download.title}>
      <p className={classes.text}>{download.text}</p>
      <Holds />
      <p className={classes.note}>{download.secrets}</p>
      <Button
        leftSection={<IconDownload size={20} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {download.action}
      </Button>
      <p role="status" className={classes.said}>
        {start.isSuccess && download.started(format.bytes(size?.bytes ?? 0))}
        {underWay && download.underWay}
      </p>
      {start.error && !underWay && <Problem error={start.error} />}
    </Panel>
  )
}

function Holds() {
  const { download } = useTexts().data
  const format = useFormat()
  const { data: size } = useQuery(exportSizeQuery)
  const count = (n: number) => format.number(n)
  // It is an estimate, and should look like one.
  const about = (n: number) => count(Number(n.toPrecision(3)))
  return (
    <ul className={classes.holds} aria-label={download.holds}>
      {size && (
        <>
          <li>{download.boats(size.vessels, count(size.vessels))}</li>
          <li>{download.readings(size.readings, about(size.readings))}</li>
          <li>{download.images(size.frames, count(size.frames))}</li>
          <li className={classes.size}>{download.size(format.bytes(size.bytes))}</li>
        </>
      )}
    </ul>
  )
}
