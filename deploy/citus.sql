-- Spreads the readings over the workers of a Citus cluster, by vessel: docs/citus.md. With psql on the coordinator, as the user of
-- DATABASE_URL, while the service is stopped: once, and again after an upgrade. All of it is done or nothing.
\set ON_ERROR_STOP on
begin;

do $$
begin
  if exists (select from pg_stat_activity where datname = current_database() and application_name = 'binnacle') then
    raise exception 'The service is running: stop every process of it first.';
  end if;
end $$;

-- A statement or a migration uses one connection to each worker, not up to 16.
set local citus.multi_shard_modify_mode = 'sequential';
do $$
begin
  execute format('alter database %I set citus.multi_shard_modify_mode = ''sequential''', current_database());
  execute format('alter database %I set citus.max_adaptive_executor_pool_size = 1', current_database());
end $$;

-- Every table whose name begins with telemetry_, and telemetry_batch first. All of a vessel's rows are on one server.
select create_distributed_table(t.oid::regclass::text, 'vessel_id', colocate_with => case t.relname when 'telemetry_batch' then 'none' else 'telemetry_batch' end)
from (
  select c.oid, c.relname from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname like 'telemetry\_%'
    and c.oid not in (select logicalrelid from pg_dist_partition)
  order by c.relname <> 'telemetry_batch', c.relname
) t;

-- What the coordinator had of them has been copied.
select truncate_local_data_after_distributing_table(logicalrelid) from pg_dist_partition where partmethod = 'h';

commit;
