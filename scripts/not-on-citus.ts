/**
 * Test files of the database that do not run over Citus in `npm run test:all`, each with the reason. Every other one does
 * (test-plan.ts): so what works there stays so, and a new table or statement that Citus refuses fails. docs/citus.md says what of
 * it does not work.
 */
export const NOT_ON_CITUS: Record<string, string> = {
  'apps/server/src/db/schema/schema.sql.pg.test.ts': 'compares with what pg_dump writes of one server',
  'apps/server/src/db/schema/upgrade.sql.pg.test.ts':
    'makes tables in databases without the extension; citus.audit.test.ts upgrades a cluster',
  'apps/server/src/live/live.db.test.ts':
    'sends 180 changes of one boat at once, none of a table of readings: on a busy machine some got 503, as the pool was full',
  'apps/server/src/whole-service/examples.db.test.ts':
    'writes other ids into rows, also those of vessels, which Citus does not change',
}

/**
 * Audits that do: what is backed up there is restored onto another cluster, into PostgreSQL and into the embedded database, and
 * compared.
 */
export const AUDITS_ON_CITUS = new Set(['apps/server/src/backup/round-trip.audit.db.test.ts'])
