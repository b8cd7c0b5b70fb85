-- The same as ingest-function.sql where the readings are spread over the servers of a Citus cluster (docs/citus.md): there no statement
-- writes tables of both kinds, so each has its own, in one transaction. The tests of ingestion run over both.
create or replace function ingest_telemetry(
  gap interval, enabled boolean,
  key_hashes bytea[], batch_keys uuid[], body_hashes uuid[], arrivals timestamptz[],
  firsts timestamptz[], lasts timestamptz[], masks integer[], counts smallint[],
  meters integer[], meter_times timestamptz[], rejections json[], bodies text[]
) returns table (outcome text, accepted smallint, rejected json, hours_applied boolean, wait_ms integer)
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
#variable_conflict use_column
declare
  vessels uuid[];
  senders uuid[];
  elapsed interval[];
  outcomes text[];
  found record;
  others boolean[] := '{}';
  known_accepted smallint[] := '{}';
  known_rejected json[] := '{}';
  known_applied boolean[] := '{}';
  applied bigint[];
begin
  perform from connection c where c.key_hash = any(key_hashes) order by c.key_hash for no key update;
  select array_agg(c.vessel_id order by r.place), array_agg(c.id order by r.place), array_agg(arrivals[r.place] - c.telemetry_at order by r.place)
    into vessels, senders, elapsed
    from unnest(key_hashes) with ordinality r(key_hash, place) left join connection c on c.key_hash = r.key_hash;
  -- The marks on the connection can be seen a moment before the batch on its server: who acts on them waits for this lock (hold-ingest.ts).
  perform pg_advisory_xact_lock_shared(hashtextextended('ingest ' || v.id, 0))
    from (select distinct id from unnest(vessels) u(id) where id is not null order by id) v;
  for found in
    select r.place, b.vessel_id, b.body_hash is distinct from r.body_hash as is_other, b.accepted, b.rejected, b.hours_applied
    from unnest(vessels, senders, batch_keys, body_hashes) with ordinality r(vessel_id, connection_id, batch_key, body_hash, place)
    join telemetry_batch b on b.vessel_id = r.vessel_id and b.connection_id = r.connection_id and b.batch_key = r.batch_key
    where b.vessel_id = any(vessels)
    union all
    select r.place, a.vessel_id, position(batch_mark(r.batch_key, r.body_hash, a.mark_bytes) in a.batches) = 0, r.accepted, r.rejected,
      position(key_mark(r.batch_key, a.mark_bytes) in a.applied) > 0
    from unnest(vessels, senders, batch_keys, body_hashes, lasts, counts, rejections) with ordinality r(vessel_id, connection_id, batch_key, body_hash, last_at, accepted, rejected, place)
    join telemetry_answered a on a.vessel_id = r.vessel_id and a.connection_id = r.connection_id and a.hour = floor(date_part('epoch', r.last_at) / 3600)::integer
      and position(key_mark(r.batch_key, a.mark_bytes) in a.batches) > 0
    where a.vessel_id = any(vessels)
  loop
    others[found.place] := found.is_other;
    known_accepted[found.place] := found.accepted;
    known_rejected[found.place] := found.rejected;
    known_applied[found.place] := found.hours_applied;
  end loop;
  select array_agg(case
      when c.id is null then 'invalid_connection_key'
      when not coalesce((select s.value::boolean from setting s where s.name = 'ingest_enabled'), ingest_telemetry.enabled) then 'ingest_disabled'
      when c.suspended then 'account_suspended'
      when not c.enabled then 'connection_disabled'
      when others[r.place] then 'idempotency_key_reused'
      when not others[r.place] then 'repeat'
      when elapsed[r.place] < gap and -elapsed[r.place] < gap then 'too_frequent'
      else 'accepted'
    end order by r.place) into outcomes
    from unnest(key_hashes) with ordinality r(key_hash, place) left join connection c on c.key_hash = r.key_hash;
  update connection c set telemetry_at = s.arrived_at, last_seen_at = s.arrived_at, last_error = s.rejected -> 0 ->> 'reason',
      unjudged_from = least(c.unjudged_from, s.first_at), unjudged_to = greatest(c.unjudged_to, s.last_at),
      unjudged_since = coalesce(c.unjudged_since, s.arrived_at), unjudged_batches = c.unjudged_batches + 1
    from unnest(vessels, senders, arrivals, firsts, lasts, rejections) with ordinality s(vessel_id, connection_id, arrived_at, first_at, last_at, rejected, place)
    where c.vessel_id = s.vessel_id and c.id = s.connection_id and outcomes[s.place] = 'accepted';
  with stored as (
    select * from unnest(vessels, meters, meter_times) with ordinality s(vessel_id, meter, meter_at, place)
    where outcomes[place] = 'accepted' and meter is not null
  ), raised as (
    update vessel v set engine_hours = m.hours
    from (select s.vessel_id, max(s.meter) as hours from stored s group by s.vessel_id) m
    where v.id = m.vessel_id and (v.engine_hours is null or v.engine_hours < m.hours)
    returning v.id, v.engine_hours
  ), raising as materialized (
    select distinct on (s.vessel_id) s.place, s.vessel_id, s.meter, s.meter_at
    from raised join stored s on s.vessel_id = raised.id and s.meter = raised.engine_hours
    order by s.vessel_id, s.place
  ), logged as (
    insert into engine_hour_log (vessel_id, id, hours, source, logged_at)
    select a.vessel_id, gen_random_uuid(), a.meter, 'telemetry', a.meter_at from raising a
  )
  select coalesce(array_agg(a.place), '{}') into applied from raising a;
  if 'accepted' = any(outcomes) then
    insert into telemetry_batch (vessel_id, connection_id, batch_key, body_hash, last_at, first_at, arrived_at, metrics, accepted, hours_applied, rejected, body)
      select s.vessel_id, s.connection_id, s.batch_key, s.body_hash, s.last_at, s.first_at, s.arrived_at, s.metrics, s.accepted, s.place = any(applied), s.rejected, s.body
      from unnest(vessels, senders, batch_keys, body_hashes, lasts, firsts, arrivals, masks, counts, rejections, bodies)
        with ordinality s(vessel_id, connection_id, batch_key, body_hash, last_at, first_at, arrived_at, metrics, accepted, rejected, body, place)
      where outcomes[s.place] = 'accepted';
    -- Written each time: the row's lock on its server keeps who rolls the hour up from missing a batch that is being committed.
    insert into telemetry_pending_rollup as u (vessel_id, hour, marked_at)
      select distinct s.vessel_id, g.hour, now()
      from unnest(vessels, firsts, lasts) with ordinality s(vessel_id, first_at, last_at, place)
      cross join lateral generate_series(floor(date_part('epoch', s.first_at) / 3600)::integer, floor(date_part('epoch', s.last_at) / 3600)::integer) g(hour)
      where outcomes[s.place] = 'accepted' and s.last_at - s.first_at <= interval '24 hours' order by 1, 2
      on conflict (vessel_id, hour) do update
      set marked_at = case when u.claimed_at is null then u.marked_at else excluded.marked_at end, claimed_at = null;
    -- After the hours, as who rolls them up does: in the other order they would wait for each other.
    insert into telemetry_day as d (vessel_id, day, metrics)
      select s.vessel_id, (s.last_at at time zone 'UTC')::date, bit_or(s.metrics)
      from unnest(vessels, lasts, masks) with ordinality s(vessel_id, last_at, metrics, place)
      where outcomes[s.place] = 'accepted' group by 1, 2 order by 1, 2
      on conflict (vessel_id, day) do update set metrics = d.metrics | excluded.metrics where d.metrics & excluded.metrics <> excluded.metrics;
  end if;
  return query
  select r.outcome,
    case r.outcome when 'accepted' then counts[r.place] else known_accepted[r.place] end,
    case r.outcome when 'accepted' then rejections[r.place] else known_rejected[r.place] end,
    case r.outcome when 'accepted' then r.place = any(applied) else coalesce(known_applied[r.place], false) end,
    case when r.outcome in ('accepted', 'too_frequent') and elapsed[r.place] between '-24 days' and '24 days' then ceil(1000 * extract(epoch from gap - elapsed[r.place]))::integer end
  from unnest(outcomes) with ordinality r(outcome, place) order by r.place;
end $$;
