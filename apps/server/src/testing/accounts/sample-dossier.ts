import type { Dossier } from '../../share/dossier/dossier.ts'

/** A boat with everything, for the tests of this folder. */
export const sampleDossier = (): Dossier => ({
  name: 'Aurora',
  specs: { vessel_type: 'trimaran', make: 'Dragonfly', model: '32 Evolution', length_m: 9.87 },
  hin: 'DK-QUA32017C313',
  marina: 'Kappeln, jetty 3',
  health: { score: 84 },
  due: [
    {
      title: 'Raw-water impeller',
      status: 'overdue',
      due_date: '2026-05-02T00:00:00Z',
      due_hours: 1190,
      never_logged: false,
    },
    {
      title: 'Sail drive oil',
      status: 'due_soon',
      due_date: '2026-06-02T00:00:00Z',
      due_hours: null,
      never_logged: false,
    },
    { title: 'Life raft service', status: 'ok', due_date: null, due_hours: 1350, never_logged: false },
  ],
  services: [
    { title: 'Oil', done_at: '2026-04-28T10:00:00Z', engine_hours: 1187, cost: 129.9, currency: 'EUR', route: 'diy' },
    {
      title: 'Lift',
      done_at: '2026-01-01T00:30:00Z',
      engine_hours: null,
      cost: 450,
      currency: 'EUR',
      route: 'supplier',
    },
    {
      title: 'Rig',
      done_at: '2025-12-31T23:30:00Z',
      engine_hours: 1131,
      cost: null,
      currency: null,
      route: 'supplier',
    },
  ],
  inspections: [
    {
      status: 'completed',
      started_at: '2025-10-03T08:00:00Z',
      completed_at: '2025-10-04T08:00:00Z',
      score: 91,
      engine_hours: 1150,
      vir_code: 'VIR-7K3M-Q9TD',
    },
  ],
  hours: {
    meter: 1204,
    log: [
      { hours: 1204, logged_at: '2026-05-12T10:00:00Z' },
      { hours: null, logged_at: '2026-05-01T10:00:00Z' },
      { hours: 812, logged_at: '2024-03-03T10:00:00Z' },
    ],
  },
  photo: { url: 'https://frames.example/1.jpg?sig=x', width: 1280, height: 720, captured_at: '2026-05-14T09:41:00Z' },
})

/** A boat that was added a minute ago: everything shared, nothing there. */
export const emptyDossier = (): Dossier => ({
  name: 'Windflower',
  specs: { vessel_type: 'catamaran', make: null, model: null, length_m: null },
  hin: null,
  marina: null,
  health: { score: null },
  due: [],
  services: [],
  inspections: [],
  hours: { meter: null, log: [] },
  photo: null,
})
