import type { FrameMime } from '@binnacle/contract'
import type { FrameStore } from '../cameras/stores/frame-store.ts'
import type { Db } from '../db/database.ts'
import { checklistsIn } from '../maintenance/inspections/checklists/checklists.ts'
import type { Entry } from './archive.ts'
import { timeName } from './names.ts'
import { foldersOf, pictureFiles } from './pictures.ts'
import { parsed, rowsById, VESSEL_TABLES } from './tables.ts'
import { jsonList } from './text-files.ts'

interface Inspection {
  id: string
  started_at: string
}

interface Item {
  id: string
  position: number
  template_item_id: string | null
}

interface Photo {
  id: string
  item_id: string
  mime: FrameMime
  created_at: string
}

/** The words of the points: a row holds only their ids. */
const POINTS = new Map(
  checklistsIn('en')
    .flatMap(({ items }) => items)
    .map((point) => [point.id, point]),
)

/** The photos of all inspections, and then the inspections with their points and the paths of the photos. */
export async function* inspectionFiles(
  db: Db,
  store: FrameStore,
  vesselId: string,
  folder: string,
): AsyncGenerator<Entry> {
  const inspections = await parsed<Inspection>(rowsById(db, VESSEL_TABLES.inspection, { vessel_id: vesselId }))
  const folders = foldersOf(inspections.map(({ started_at }) => timeName(new Date(started_at)).slice(0, 17)))
  const paths = new Map<string, string>()
  const photos = new Map<string, Photo[]>()
  for (const [place, { id }] of inspections.entries()) {
    const of = { vessel_id: vesselId, inspection_id: id }
    const taken = await parsed<Photo>(rowsById(db, VESSEL_TABLES.inspection_photo, of))
    if (taken.length === 0) continue
    photos.set(id, taken)
    const pictures = taken.map((photo) => ({ id: photo.id, mime: photo.mime, at: new Date(photo.created_at) }))
    const files = pictureFiles(
      store,
      { vesselId, cameraId: id },
      `${folder}/inspection photos/${folders[place]}`,
      pictures,
      (photo, path) => paths.set(photo, path),
    )
    yield* files
  }
  async function* rows() {
    for (const inspection of inspections) {
      const points = await parsed<Item>(
        rowsById(db, VESSEL_TABLES.inspection_item, { vessel_id: vesselId, inspection_id: inspection.id }),
      )
      const items = points
        .toSorted((a, b) => a.position - b.position)
        .map((item) => withWords(item, photos.get(inspection.id) ?? [], paths))
      yield JSON.stringify({ ...inspection, items })
    }
  }
  yield { path: `${folder}/inspections.json`, content: jsonList(rows()) }
}

function withWords(item: Item, photos: readonly Photo[], paths: ReadonlyMap<string, string>) {
  const point = item.template_item_id === null ? undefined : POINTS.get(item.template_item_id)
  const files = photos.filter(({ item_id }) => item_id === item.id).flatMap(({ id }) => paths.get(id) ?? [])
  return { section: point?.section ?? null, title: point?.title ?? null, ...item, photos: files }
}
