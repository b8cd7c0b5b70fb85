import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../ui/problem.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { figuresQuery } from '../queries.ts'
import { BackupPanel } from './backup-panel.tsx'
import { Counts } from './counts.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { TrafficPanel } from './traffic-panel.tsx'

/** How the installation is doing, in pictures. */
export function Figures() {
  const { data: figures, error, refetch } = useQuery(figuresQuery)
  if (error && !figures) return <Problem error={error} retry={refetch} />
  if (!figures) return <Skeletons count={3} height={180} />
  return (
    <>
      <Counts figures={figures} />
      <TrafficPanel figures={figures} />
      <StoragePanel storage={figures.storage} />
      <BackupPanel backup={figures.backup} />
    </>
  )
}
