-- Telemetry that goes by its age (docs/decisions/0020-retention.md).

-- So many days the owner wants readings kept; null: as the operator says. 35 days a batch is remembered by its key.
alter table vessel add column telemetry_keep_days integer check (telemetry_keep_days between 35 and 36500);

-- The readings of the hours before before_hour (since 1970, in UTC) are in the rollups for good: their batches have gone, or go. What
-- comes later for such an hour is added to them. version counts the changes, so that a reader notices one between two of its statements.
create table telemetry_sealed (
  vessel_id uuid primary key,
  before_hour integer not null,
  version integer not null
) with (fillfactor = 70);

-- Vessels that were deleted and whose readings have not all gone yet.
create table deleted_vessel (
  vessel_id uuid primary key
);
