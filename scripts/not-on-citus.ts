/**
 * Test files of the database that do not run over Citus in `npm run test:all`, each with the reason. Every other one does (test-plan.ts):
 * so what works there stays so, and a new table or statement that Citus refuses fails. docs/citus.md says what of it does not work.
 */
export const NOT_ON_CITUS: Record<string, string> = {}
