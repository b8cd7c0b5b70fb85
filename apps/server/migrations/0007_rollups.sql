-- Charts over years: readings summed up by five minutes and by day (docs/decisions/0009-rollups.md). All of it is made again from
-- telemetry_batch at any time. Hours and days count from 1970, in UTC, by the time of the reading, which is never after its arrival.

-- To index and to mark years of batches may take longer than a statement otherwise may.
set local statement_timeout = 0;

-- Hours whose readings are not in the rollups, or not all. A reader reads their batches.
create table telemetry_unrolled (
  vessel_id uuid not null,
  hour integer not null,
  marked_at timestamptz not null default now(),
  -- Set while a process rolls it, by a claim of its own; claimed_at is null again when a batch arrives meanwhile.
  claimed_at timestamptz,
  claim uuid,
  primary key (vessel_id, hour)
) with (fillfactor = 70);

create index telemetry_unrolled_newest on telemetry_unrolled (hour desc);

-- A day of a series. metric is its place in METRICS (packages/contract/src/metrics.ts), instance '' where the readings name none.
-- The summary of the day stands apart from its five minutes, for ranges of years; last_slot says which of the 288 has the last value.
create table telemetry_rollup (
  vessel_id uuid not null,
  metric smallint not null,
  instance text not null,
  day integer not null,
  readings integer not null,
  least double precision,
  greatest double precision,
  mean double precision,
  last double precision,
  last_slot smallint,
  -- Packed as apps/server/src/telemetry/charts says: packed-buckets.ts, packed-track.ts beside position_lat, faults.ts beside fault_code.
  buckets text not null,
  track text,
  changes text,
  primary key (vessel_id, metric, instance, day)
) with (fillfactor = 80, toast_tuple_target = 128);

-- The newest rolled reading of each series.
create table telemetry_latest (
  vessel_id uuid not null,
  metric smallint not null,
  instance text not null,
  measured_at timestamptz not null,
  arrived_at timestamptz not null,
  unit text,
  value double precision,
  text_value text,
  primary key (vessel_id, metric, instance)
) with (fillfactor = 70);

-- Batches that reach over more than a day, such as one from before and after a winter, are few and never rolled.
create index telemetry_batch_wide on telemetry_batch (vessel_id, last_at, first_at) where last_at - first_at > interval '24 hours';

insert into telemetry_unrolled (vessel_id, hour)
select distinct b.vessel_id, h.hour
from telemetry_batch b
cross join lateral generate_series(floor(date_part('epoch', b.first_at) / 3600)::integer, floor(date_part('epoch', b.last_at) / 3600)::integer) h(hour)
where b.last_at - b.first_at <= interval '24 hours';
