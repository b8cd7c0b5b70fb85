-- The tables of Binnacle on Citus: docs/citus.md says what else must change. Not tested on Citus; a test holds it against the schema.

-- Local tables, on the coordinator. No vessel's data, few rows, and triggers and foreign keys of their own:
-- local: owner, session, credential, verification, passkey, two_factor, access_key, answered_request, attempt, audit_event, brand_request, channel, traffic, schema_migration, schema_migration_lock, backup_status

-- Citus has no foreign key between a local and a distributed table. The service deletes what these would, but for the second: a wish keeps the id of a vessel that went.
alter table vessel drop constraint vessel_owner_id_fkey;
alter table brand_request drop constraint brand_request_vessel_id_fkey;

-- On every node, since statements of a vessel read them.
select create_reference_table('provider');
select create_reference_table('setting');

-- All of a vessel on one node.
select create_distributed_table('vessel', 'id');
select create_distributed_table('connection', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('camera', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('frame', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('check_in', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('task', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('service_log', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('engine_hour_log', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('inspection', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('inspection_item', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('inspection_photo', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('alarm_rule', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('alarm', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('alarm_judged', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('message', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('share', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('vessel_change', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_batch', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_answered', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_day', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_pending_rollup', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_rollup', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_latest', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('telemetry_archived', 'vessel_id', colocate_with => 'vessel');
select create_distributed_table('deleted_vessel', 'vessel_id', colocate_with => 'vessel');
