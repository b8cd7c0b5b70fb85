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

-- As in 0002_ingest.sql, and marks the hours of what it stores.
create or replace function ingest_telemetry(
  gap interval, enabled boolean,
  key_hashes bytea[], batch_keys uuid[], body_hashes uuid[], arrivals timestamptz[],
  firsts timestamptz[], lasts timestamptz[], masks integer[], counts smallint[],
  meters integer[], meter_times timestamptz[], rejections json[], bodies text[]
) returns table (outcome text, accepted smallint, rejected json, hours_applied boolean, wait_ms integer)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  perform from connection c where c.key_hash = any(key_hashes) order by c.key_hash for no key update;
  return query
  with switch as (
    select coalesce((select s.value::boolean from setting s where s.name = 'ingest_enabled'), enabled) as open
  ), request as (
    select * from unnest(key_hashes, batch_keys, body_hashes, arrivals, firsts, lasts, masks, counts, meters, meter_times, rejections, bodies)
      with ordinality as r(key_hash, batch_key, body_hash, arrived_at, first_at, last_at, metrics, accepted, meter, meter_at, rejected, body, place)
  ), judged as materialized (
    select r.*, c.vessel_id, c.id as connection_id, k.accepted as known_accepted, k.rejected as known_rejected, k.hours_applied as known_applied,
      r.arrived_at - c.telemetry_at as elapsed,
      case
        when c.id is null then 'invalid_connection_key'
        when not (select open from switch) then 'ingest_disabled'
        when not c.enabled then 'connection_disabled'
        when k.body_hash is distinct from r.body_hash and k.batch_key is not null then 'idempotency_key_reused'
        when k.batch_key is not null then 'repeat'
        -- A clock that stepped back must not lock a box out, so a last time far ahead counts as long ago.
        when r.arrived_at - c.telemetry_at < gap and c.telemetry_at - r.arrived_at < gap then 'too_frequent'
        else 'accepted'
      end as outcome
    from request r
    left join connection c on c.key_hash = r.key_hash
    -- LIMIT keeps this a probe of the whole key. As a plain join it was planned, on a small table, as a scan of all of the box's batches.
    left join lateral (
      select b.batch_key, b.body_hash, b.accepted, b.rejected, b.hours_applied from telemetry_batch b
      where b.vessel_id = c.vessel_id and b.connection_id = c.id and b.batch_key = r.batch_key limit 1
    ) k on true
  ), stored as materialized (
    select * from judged where outcome = 'accepted'
  ), seen as (
    update connection c set telemetry_at = s.arrived_at, last_seen_at = s.arrived_at, last_error = s.rejected -> 0 ->> 'reason'
    from stored s where c.vessel_id = s.vessel_id and c.id = s.connection_id
  ), raised as (
    update vessel v set engine_hours = m.hours
    from (select s.vessel_id, max(s.meter) as hours from stored s where s.meter is not null group by s.vessel_id) m
    where v.id = m.vessel_id and (v.engine_hours is null or v.engine_hours < m.hours)
    returning v.id, v.engine_hours
  ), applied as materialized (
    select distinct on (s.vessel_id) s.place, s.vessel_id, s.meter, s.meter_at
    from raised join stored s on s.vessel_id = raised.id and s.meter = raised.engine_hours
    order by s.vessel_id, s.place
  ), logged as (
    insert into engine_hour_log (vessel_id, id, hours, source, logged_at)
    select a.vessel_id, gen_random_uuid(), a.meter, 'telemetry', a.meter_at from applied a
  ), kept as (
    insert into telemetry_batch (vessel_id, connection_id, batch_key, body_hash, last_at, first_at, arrived_at, metrics, accepted, hours_applied, rejected, body)
    select s.vessel_id, s.connection_id, s.batch_key, s.body_hash, s.last_at, s.first_at, s.arrived_at, s.metrics, s.accepted,
      s.place in (select a.place from applied a), s.rejected, s.body
    from stored s
  ), dated as (
    insert into telemetry_day as d (vessel_id, day, metrics)
    select s.vessel_id, (s.last_at at time zone 'UTC')::date, bit_or(s.metrics) from stored s
    where not exists (
      select from telemetry_day x where x.vessel_id = s.vessel_id and x.day = (s.last_at at time zone 'UTC')::date and x.metrics & s.metrics = s.metrics)
    group by 1, 2
    on conflict (vessel_id, day) do update set metrics = d.metrics | excluded.metrics
  ), reached as (
    select s.vessel_id, floor(date_part('epoch', s.first_at) / 3600)::integer as first_hour, floor(date_part('epoch', s.last_at) / 3600)::integer as last_hour
    from stored s where s.last_at - s.first_at <= interval '24 hours'
  ), unrolled as (
    insert into telemetry_unrolled as u (vessel_id, hour)
    select distinct h.vessel_id, h.hour from (
      select r.vessel_id, r.last_hour as hour from reached r
      union all
      -- Few batches reach over an hour's end. To ask generate_series of each, and to plan for the thousand rows that it might give, took 5 us a request.
      select r.vessel_id, g.hour from reached r
      cross join lateral (select g.hour from generate_series(r.first_hour, r.last_hour - 1) g(hour) limit 24) g
      where r.first_hour < r.last_hour
    ) h
    where not exists (select from telemetry_unrolled x where x.vessel_id = h.vessel_id and x.hour = h.hour and x.claimed_at is null)
    on conflict (vessel_id, hour) do update set marked_at = excluded.marked_at, claimed_at = null
  )
  select j.outcome,
    case j.outcome when 'accepted' then j.accepted else j.known_accepted end,
    case j.outcome when 'accepted' then j.rejected else j.known_rejected end,
    case j.outcome when 'accepted' then j.place in (select a.place from applied a) else coalesce(j.known_applied, false) end,
    case j.outcome when 'too_frequent' then ceil(1000 * extract(epoch from gap - j.elapsed))::integer end
  from judged j
  order by j.place;
end $$;
