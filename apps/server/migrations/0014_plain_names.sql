-- Tables named by what they hold: hours whose rollup is pending, and the hours whose readings are archived in rollups.
alter table telemetry_unrolled rename to telemetry_pending_rollup;

alter index telemetry_unrolled_pkey rename to telemetry_pending_rollup_pkey;

alter index telemetry_unrolled_newest rename to telemetry_pending_rollup_newest;

alter table telemetry_sealed rename to telemetry_archived;

alter index telemetry_sealed_pkey rename to telemetry_archived_pkey;
