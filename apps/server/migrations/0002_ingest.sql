-- Everything that POST /v1/telemetry changes, for the requests that waited together, in one transaction.
-- A loop and not one set statement: each request sees what the one before it did, and each statement here has a
-- snapshot taken after the connection's row lock, so that a repeat is found even if it was being stored meanwhile.
-- The bodies come as one bytea, cut at `ends`: an array of text would have to be escaped and parsed.
-- Requests come sorted by key_hash, so that two processes lock connections in one order.
create function ingest_telemetry(
  gap interval, enabled boolean,
  key_hashes bytea[], batch_keys uuid[], body_hashes uuid[], arrivals timestamptz[],
  firsts timestamptz[], lasts timestamptz[], masks integer[], counts smallint[],
  meters integer[], meter_times timestamptz[], rejections json[], bodies bytea, ends integer[]
) returns table (outcome text, accepted smallint, rejected json, hours_applied boolean, wait_ms integer)
language plpgsql as $$
#variable_conflict use_column
declare
  box connection;
  known telemetry_batch;
  elapsed interval;
  body_start integer;
begin
  enabled := enabled and coalesce((select s.value::boolean from setting s where s.name = 'ingest_enabled'), true);
  for i in 1 .. array_length(key_hashes, 1) loop
    body_start := coalesce(ends[i - 1], 0);
    outcome := null; accepted := null; rejected := null; hours_applied := false; wait_ms := null;
    select c.* into box from connection c where c.key_hash = key_hashes[i] for no key update;
    if not found then
      outcome := 'invalid_connection_key'; return next; continue;
    elsif not enabled then
      outcome := 'ingest_disabled'; return next; continue;
    elsif not box.enabled then
      outcome := 'connection_disabled'; return next; continue;
    end if;
    select b.vessel_id, b.connection_id, b.batch_key, b.body_hash, null, null, null, null, b.accepted, b.hours_applied, b.rejected, null
      into known from telemetry_batch b
      where b.vessel_id = box.vessel_id and b.connection_id = box.id and b.batch_key = batch_keys[i];
    if found then
      outcome := case when known.body_hash is distinct from body_hashes[i] then 'idempotency_key_reused' else 'repeat' end;
      accepted := known.accepted; rejected := known.rejected; hours_applied := known.hours_applied;
      return next; continue;
    end if;
    -- A clock that stepped back must not lock a box out, so a last time far ahead counts as long ago.
    elapsed := arrivals[i] - box.telemetry_at;
    if elapsed < gap and elapsed > -gap then
      outcome := 'too_frequent'; wait_ms := ceil(1000 * extract(epoch from gap - elapsed)); return next; continue;
    end if;
    update connection c
      set telemetry_at = arrivals[i], last_seen_at = arrivals[i], last_error = rejections[i] -> 0 ->> 'reason'
      where c.vessel_id = box.vessel_id and c.id = box.id;
    if meters[i] is not null then
      update vessel v set engine_hours = meters[i]
        where v.id = box.vessel_id and (v.engine_hours is null or v.engine_hours < meters[i]);
      hours_applied := found;
      if found then
        insert into engine_hour_log (vessel_id, id, hours, source, logged_at)
          values (box.vessel_id, gen_random_uuid(), meters[i], 'telemetry', meter_times[i]);
      end if;
    end if;
    insert into telemetry_batch (vessel_id, connection_id, batch_key, body_hash, last_at, first_at, arrived_at, metrics, accepted, hours_applied, rejected, body)
      values (box.vessel_id, box.id, batch_keys[i], body_hashes[i], lasts[i], firsts[i], arrivals[i], masks[i], counts[i], hours_applied, rejections[i],
        convert_from(substring(bodies from body_start + 1 for ends[i] - body_start), 'UTF8'));
    if not exists (select from telemetry_day d where d.vessel_id = box.vessel_id
                   and d.day = (lasts[i] at time zone 'UTC')::date and d.metrics & masks[i] = masks[i]) then
      insert into telemetry_day as d (vessel_id, day, metrics)
        values (box.vessel_id, (lasts[i] at time zone 'UTC')::date, masks[i])
        on conflict (vessel_id, day) do update set metrics = d.metrics | excluded.metrics;
    end if;
    outcome := 'accepted'; accepted := counts[i]; rejected := rejections[i];
    return next;
  end loop;
end $$;

-- Readings travel well compressed: lz4 where this PostgreSQL has it, pglz elsewhere (the embedded database).
do $$
begin
  alter table telemetry_batch alter column body set compression lz4;
exception when feature_not_supported then
  null;
end $$;
