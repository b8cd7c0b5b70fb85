-- Everything that POST /v1/telemetry changes, for the requests that waited together, in one transaction; an outcome for each, in
-- their order. No two requests of a call come from one connection.
-- First the row locks, in one order for all processes. Then one statement, whose snapshot is taken after the locks, so that it
-- sees a repeat that was being stored meanwhile. Planned once, for its indexes, whatever the tables held at that moment.
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
        when c.suspended then 'account_suspended'
        when not c.enabled then 'connection_disabled'
        when k.is_other then 'idempotency_key_reused'
        when not k.is_other then 'repeat'
        -- A clock that stepped back must not lock a device out, so a last time far in the future counts as long ago.
        when r.arrived_at - c.telemetry_at < gap and c.telemetry_at - r.arrived_at < gap then 'too_frequent'
        else 'accepted'
      end as outcome
    from request r
    left join connection c on c.key_hash = r.key_hash
    -- LIMIT keeps each a probe of the whole key. As a plain join it was planned, on a small table, as a scan of all batches of the connection.
    left join lateral (
      select b.body_hash is distinct from r.body_hash as is_other, b.accepted, b.rejected, b.hours_applied from telemetry_batch b
      where b.vessel_id = c.vessel_id and b.connection_id = c.id and b.batch_key = r.batch_key
      union all
      -- In a block are only batches that end in the same hour whenever they are sent: see blocks/compact.ts. The same body is accepted and rejected alike.
      select position(batch_mark(r.batch_key, r.body_hash, a.mark_bytes) in a.batches) = 0, r.accepted, r.rejected,
        position(key_mark(r.batch_key, a.mark_bytes) in a.applied) > 0
      from telemetry_answered a
      where a.vessel_id = c.vessel_id and a.connection_id = c.id and a.hour = floor(date_part('epoch', r.last_at) / 3600)::integer
        and position(key_mark(r.batch_key, a.mark_bytes) in a.batches) > 0
      limit 1
    ) k on true
  ), stored as materialized (
    select * from judged where outcome = 'accepted'
  ), seen as (
    update connection c set telemetry_at = s.arrived_at, last_seen_at = s.arrived_at, last_error = s.rejected -> 0 ->> 'reason',
      unjudged_from = least(c.unjudged_from, s.first_at), unjudged_to = greatest(c.unjudged_to, s.last_at),
      unjudged_since = coalesce(c.unjudged_since, s.arrived_at), unjudged_batches = c.unjudged_batches + 1
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
    where (
      select x.metrics & s.metrics = s.metrics from telemetry_day x
      where x.vessel_id = s.vessel_id and x.day = (s.last_at at time zone 'UTC')::date limit 1
    ) is not true
    group by 1, 2
    on conflict (vessel_id, day) do update set metrics = d.metrics | excluded.metrics
  ), reached as (
    select s.vessel_id, floor(date_part('epoch', s.first_at) / 3600)::integer as first_hour, floor(date_part('epoch', s.last_at) / 3600)::integer as last_hour
    from stored s where s.last_at - s.first_at <= interval '24 hours'
  ), pending as (
    insert into telemetry_pending_rollup as u (vessel_id, hour)
    select distinct h.vessel_id, h.hour from (
      select r.vessel_id, r.last_hour as hour from reached r
      union all
      -- Few batches reach over an hour's end. To ask generate_series of each, and to plan for the thousand rows that it might give, took 5 us a request.
      select r.vessel_id, g.hour from reached r
      cross join lateral (select g.hour from generate_series(r.first_hour, r.last_hour - 1) g(hour) limit 24) g
      where r.first_hour < r.last_hour
    ) h
    where (
      select x.claimed_at is null from telemetry_pending_rollup x where x.vessel_id = h.vessel_id and x.hour = h.hour limit 1
    ) is not true
    on conflict (vessel_id, hour) do update set marked_at = excluded.marked_at, claimed_at = null
  )
  select j.outcome,
    case j.outcome when 'accepted' then j.accepted else j.known_accepted end,
    case j.outcome when 'accepted' then j.rejected else j.known_rejected end,
    case j.outcome when 'accepted' then j.place in (select a.place from applied a) else coalesce(j.known_applied, false) end,
    case when j.outcome in ('accepted', 'too_frequent') and j.elapsed between '-24 days' and '24 days' then ceil(1000 * extract(epoch from gap - j.elapsed))::integer end
  from judged j
  order by j.place;
end $$;
