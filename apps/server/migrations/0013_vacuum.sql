-- Under a limit of age rows go as others come. At PostgreSQL's fifth the table is a fifth larger than what it holds, for no less work
-- (docs/postgresql.md has the measurement).
alter table telemetry_batch set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02);
