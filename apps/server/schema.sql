CREATE FUNCTION public.add_installation_rules() RETURNS void
    LANGUAGE sql
    AS $$
  insert into installation_rule (kind, "limit", severity, position) values
    ('disk_space', 10, 'alarm', 1), ('backup', 48, 'alarm', 2), ('process', 3, 'warning', 3), ('lag', 5, 'warning', 4)
  on conflict do nothing
$$;

CREATE FUNCTION public.batch_mark(batch_key uuid, body_hash uuid, mark_bytes smallint) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select key_mark(batch_key, mark_bytes)
    || coalesce(substring(uuid_send(body_hash) from 1 for mark_bytes / 3), substring('\x00000000'::bytea from 1 for mark_bytes / 3))
$$;

CREATE FUNCTION public.begin_vessel_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into vessel_change (vessel_id) values (new.id);
  return null;
end $$;

CREATE FUNCTION public.block_readings(body json, block bytea) RETURNS TABLE(arrived_at timestamp with time zone, metric text, value numeric, text_value text, unit text, instance text, recorded_at timestamp with time zone)
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  -- A copy: of a stored value get_byte would read all of it for each byte.
  bytes bytea := block || ''::bytea;
  batches integer := (body ->> 'count')::integer;
  -- When each batch arrived and when each time was, ms since 1970; the differences of the values, series by series.
  arrivals bigint[];
  layouts bigint[];
  times bigint[];
  differences bigint[] := '{}';
  -- How many times each layout has, and how many readings each series.
  times_of integer[] := array(select (l ->> 'times')::integer from json_array_elements(body -> 'layouts') l);
  lengths integer[];
  firsts bigint[];
  part bigint[];
  stop integer := 0;
  numbers bigint[] := '{}';
  number bigint := 0;
  weight bigint := 1;
  byte bigint;
begin
  if batches is null then
    for i in 0 .. length(bytes) - 1 loop
      byte := get_byte(bytes, i);
      if byte < 128 then
        numbers := numbers || (number + byte * weight);
        number := 0;
        weight := 1;
      else
        number := number + (byte - 128) * weight;
        weight := weight * 128;
      end if;
    end loop;
    batches := numbers[1];
    arrivals := summed_numbers(signed_numbers(array(select numbers[2 * i] from generate_series(1, batches) i)));
    layouts := array(select numbers[2 * i + 1] from generate_series(1, batches) i);
    stop := 1 + 2 * batches + (select coalesce(sum(times_of[l + 1]), 0) from unnest(layouts) l);
    times := summed_numbers(signed_numbers(numbers[2 + 2 * batches : stop]));
    differences := signed_numbers(numbers[stop + 1 :]);
  else
    select f.numbers, f.stop into part, stop from numbers_of_frames(bytes, 0, batches) f;
    arrivals := summed_numbers(summed_numbers(signed_numbers(part)));
    select f.numbers, f.stop into layouts, stop from numbers_of_frames(bytes, stop, batches) f;
    -- The keys.
    select f.stop into stop from numbers_of_frames(bytes, stop, batches) f;
    select f.numbers, f.stop into part, stop from numbers_of_frames(bytes, stop, batches) f;
    firsts := summed_numbers(summed_numbers(signed_numbers(part)));
    select f.numbers, f.stop into part, stop
    from numbers_of_frames(bytes, stop, (select coalesce(sum(times_of[l + 1]), 0) from unnest(layouts) l)::integer) f;
    times := array(
      select f.first + part[f.place] from (
        select b.first, row_number() over (order by b.i, g.n) as place
        from unnest(firsts, layouts) with ordinality b(first, layout, i) cross join lateral generate_series(1, times_of[b.layout + 1]) g(n)
      ) f order by f.place
    );
    lengths := array(
      select (
        select count(*) from json_array_elements(body -> 'layouts') with ordinality l(of, place)
        cross join lateral json_array_elements_text(l.of -> 'of') r(series)
        cross join lateral (select from unnest(layouts) u where u = l.place - 1) u
        where r.series::bigint = s.place - 1
      ) from json_array_elements(body -> 'series') with ordinality s(of, place) order by s.place
    );
    for series in 1 .. cardinality(lengths) loop
      continue when (body -> 'columns' -> (series - 1))::text = 'null';
      select f.numbers, f.stop into part, stop from numbers_of_frames(bytes, stop, lengths[series]) f;
      differences := differences || signed_numbers(part);
    end loop;
  end if;
  return query
  with layout as (
    select l.place - 1 as layout, l.of -> 'of' as of, l.of -> 'at' as at, l.of -> 'at' is null as own, (l.of ->> 'times')::integer as times
    from json_array_elements(body -> 'layouts') with ordinality l(of, place)
  ), batch as materialized (
    select h.i, h.arrived, l.of, l.at, l.own, sum(l.times) over (order by h.i) - l.times as times_before
    from unnest(arrivals, layouts) with ordinality h(arrived, layout, i) join layout l on l.layout = h.layout
  ), time as materialized (
    select t.place, coalesce(odd.text::timestamptz, to_timestamp(0) + div(t.ms, 1000)::double precision * interval '1 second' + mod(t.ms, 1000)::integer * interval '1 millisecond') as recorded_at
    from unnest(times) with ordinality t(ms, place) left join (
      select (o.odd ->> 0)::integer + 1 as place, o.odd ->> 1 as text from json_array_elements(body -> 'times') o(odd)
    ) odd on odd.place = t.place
  ), place as materialized (
    select b.arrived, b.times_before + case when b.own then r.place else r.at::integer + 1 end as time, r.of::integer as series,
      row_number() over (partition by r.of::integer order by b.i, r.place)::integer as place
    from batch b cross join lateral rows from (json_array_elements_text(b.of), json_array_elements_text(b.at)) with ordinality r(of, at, place)
  ), series as materialized (
    select s.place - 1 as series, s.of ->> 0 as metric, s.of ->> 1 as unit, s.of ->> 2 as instance,
      nullif((body -> 'columns' -> (s.place - 1)::integer)::text, 'null')::json as values,
      nullif((body -> 'texts' -> (s.place - 1)::integer)::text, 'null')::json as texts,
      (select count(*) from place p where p.series = s.place - 1)::integer as readings
    from json_array_elements(body -> 'series') with ordinality s(of, place)
  ), begun as (
    select s.*, coalesce(sum(case when s.values is not null then s.readings end) over (order by s.series rows between unbounded preceding and 1 preceding), 0) as before
    from series s
  ), value as (
    select v.series, v.place,
      case when odd.text is not null then nullif(odd.text, 'null')::numeric
        when v.trimmed then trim_scale(v.number / power(10::numeric, v.decimals))
        else round(v.number / power(10::numeric, v.decimals), v.decimals) end as value
    from (
      select s.series, g.place, (s.values ->> 'decimals')::integer as decimals, (s.values ->> 'trimmed')::boolean as trimmed,
        sum(differences[s.before + g.place]) over (partition by s.series order by g.place) as number
      from begun s cross join lateral generate_series(1, s.readings) g(place) where s.values is not null
    ) v left join (
      select s.series, (o.odd ->> 0)::integer + 1 as place, o.odd ->> 1 as text
      from series s cross join lateral json_array_elements(s.values -> 'odd') o(odd) where s.values is not null
    ) odd on odd.series = v.series and odd.place = v.place
  ), text as (
    select s.series, t.place::integer as place, t.text
    from series s cross join lateral json_array_elements_text(s.texts) with ordinality t(text, place) where s.texts is not null
  ), arrival as (
    select p.series, p.place, p.time, to_timestamp(0) + p.arrived * interval '1 millisecond' as arrived_at from place p
  )
  select a.arrived_at, s.metric, v.value, x.text, s.unit, s.instance, coalesce(t.recorded_at, a.arrived_at)
  from arrival a join series s on s.series = a.series
  left join time t on t.place = a.time
  left join value v on v.series = a.series and v.place = a.place
  left join text x on x.series = a.series and x.place = a.place;
end $$;

CREATE FUNCTION public.first_owner_is_operator() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_advisory_xact_lock(20260101);
  if new.operator and exists (select from owner) then
    raise unique_violation using message = 'another account is the first';
  end if;
  new.operator := not exists (select from owner);
  return new;
end $$;

CREATE FUNCTION public.forget_verifications() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from verification where position(old.id::text in value) > 0;
  return null;
end $$;

CREATE FUNCTION public.ingest_telemetry(gap interval, enabled boolean, key_hashes bytea[], batch_keys uuid[], body_hashes uuid[], arrivals timestamp with time zone[], firsts timestamp with time zone[], lasts timestamp with time zone[], masks integer[], counts smallint[], meters integer[], meter_times timestamp with time zone[], rejections json[], bodies text[]) RETURNS TABLE(outcome text, accepted smallint, rejected json, hours_applied boolean, wait_ms integer)
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

COMMENT ON FUNCTION public.ingest_telemetry(gap interval, enabled boolean, key_hashes bytea[], batch_keys uuid[], body_hashes uuid[], arrivals timestamp with time zone[], firsts timestamp with time zone[], lasts timestamp with time zone[], masks integer[], counts smallint[], meters integer[], meter_times timestamp with time zone[], rejections json[], bodies text[]) IS 'sha256:1390fcbfe946d536b2752ad7942e1827dac0387fd82f68d603ad8a06ec6efb8a';

CREATE FUNCTION public.key_mark(batch_key uuid, mark_bytes smallint) RETURNS bytea
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select substring(uuid_send(batch_key) from 1 for mark_bytes * 2 / 3) $$;

CREATE FUNCTION public.note_vessel_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  changed uuid := case tg_op when 'DELETE' then old.vessel_id else new.vessel_id end;
  this xid8 := pg_current_xact_id();
begin
  case tg_argv[0]
    when 'tasks' then update vessel_change set tasks = this, tasks_judged_at = null where vessel_id = changed and tasks is distinct from this;
    when 'logs' then update vessel_change set logs = this, tasks_judged_at = null where vessel_id = changed and logs is distinct from this;
    when 'inspections' then update vessel_change set inspections = this where vessel_id = changed and inspections is distinct from this;
    when 'alarms' then update vessel_change set alarms = this where vessel_id = changed and alarms is distinct from this;
  end case;
  return null;
end $$;

CREATE FUNCTION public.numbers_of_frames(bytes bytea, start integer, length integer, OUT numbers bigint[], OUT stop integer) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  frame integer := 2;
  width integer;
  held bigint;
  bits integer;
begin
  numbers := '{}';
  stop := start;
  while cardinality(numbers) < length loop
    width := get_byte(bytes, stop);
    stop := stop + 1;
    held := 0;
    bits := 0;
    for i in 1 .. least(frame, length - cardinality(numbers)) loop
      while bits < width loop
        held := held | (get_byte(bytes, stop)::bigint << bits);
        stop := stop + 1;
        bits := bits + 8;
      end loop;
      numbers := numbers || (held & ((1::bigint << width) - 1));
      held := held >> width;
      bits := bits - width;
    end loop;
    frame := 32;
  end loop;
end $$;

CREATE FUNCTION public.signed_numbers(numbers bigint[]) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select coalesce(array_agg(signed_of(n.number) order by n.place), '{}') from unnest(numbers) with ordinality n(number, place) $$;

CREATE FUNCTION public.signed_of(number bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select case when number % 2 = 0 then number / 2 else -((number + 1) / 2) end $$;

CREATE FUNCTION public.summed_numbers(numbers bigint[]) RETURNS bigint[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(array_agg(s.sum order by s.place), '{}')
  from (select n.place, (sum(n.number) over (order by n.place))::bigint as sum from unnest(numbers) with ordinality n(number, place)) s
$$;

CREATE TABLE public.access_key (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    key_hash bytea NOT NULL,
    scopes text[] NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE public.alarm (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    rule_id uuid NOT NULL,
    kind text NOT NULL,
    metric text,
    instance text NOT NULL,
    "limit" double precision,
    severity text NOT NULL,
    value double precision,
    text text,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    acknowledged_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    told_at timestamp with time zone,
    told_end_at timestamp with time zone,
    acknowledged_by text,
    silenced_at timestamp with time zone,
    silenced_until timestamp with time zone,
    camera_id uuid,
    picture_until timestamp with time zone
);

CREATE TABLE public.alarm_judged (
    vessel_id uuid NOT NULL,
    version integer NOT NULL,
    until_at timestamp with time zone,
    state text
)
WITH (fillfactor='70');

CREATE TABLE public.alarm_rule (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    metric text,
    instance text,
    "limit" double precision,
    margin double precision DEFAULT 0 NOT NULL,
    hold_s integer DEFAULT 0 NOT NULL,
    applies text DEFAULT 'always'::text NOT NULL,
    severity text DEFAULT 'alarm'::text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    lat double precision,
    lon double precision,
    camera_id uuid
);

CREATE TABLE public.answered_request (
    owner_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    answered_at timestamp with time zone DEFAULT now() NOT NULL,
    answer bytea
);

CREATE TABLE public.attempt (
    owner_id uuid NOT NULL,
    secret text NOT NULL,
    tries integer NOT NULL,
    window_ends timestamp with time zone NOT NULL
);

CREATE TABLE public.audit_event (
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    owner_id uuid,
    by_id uuid,
    kind text NOT NULL,
    detail jsonb NOT NULL,
    ip text,
    user_agent text,
    device bytea,
    notice boolean DEFAULT false NOT NULL
);

CREATE TABLE public.backup_status (
    singleton boolean DEFAULT true NOT NULL,
    made_at timestamp with time zone,
    bytes bigint,
    failed_at timestamp with time zone,
    problem text,
    wanted_since timestamp with time zone,
    CONSTRAINT backup_status_singleton_check CHECK (singleton)
);

CREATE TABLE public.brand_request (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    vessel_id uuid,
    system_name text NOT NULL,
    boat_make text,
    note text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.camera (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    registered_label text NOT NULL,
    label text NOT NULL,
    view text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    last_frame_at timestamp with time zone,
    last_error text,
    retain_frames integer NOT NULL,
    watched_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.channel (
    owner_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    secret text,
    severity text NOT NULL,
    language text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    told_at timestamp with time zone,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    verified_at timestamp with time zone,
    quiet_passes text DEFAULT 'alarms'::text NOT NULL,
    events text[],
    summary text DEFAULT 'off'::text NOT NULL,
    summary_until timestamp with time zone,
    frames boolean DEFAULT true NOT NULL
);

CREATE TABLE public.check_in (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    camera_id uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    frame_id uuid,
    answered_at timestamp with time zone
);

CREATE TABLE public.connection (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text NOT NULL,
    label text,
    config json NOT NULL,
    key_hash bytea NOT NULL,
    key_prefix text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    last_seen_at timestamp with time zone,
    last_error text,
    telemetry_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    access_key_id uuid,
    suspended boolean DEFAULT false NOT NULL,
    unjudged_from timestamp with time zone,
    unjudged_to timestamp with time zone,
    unjudged_since timestamp with time zone,
    unjudged_batches integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.credential (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    provider_id text NOT NULL,
    provider_account_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp with time zone,
    refresh_token_expires_at timestamp with time zone,
    scope text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.deleted_vessel (
    vessel_id uuid NOT NULL
);

CREATE TABLE public.engine_hour_log (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    hours integer,
    litres numeric(10,3),
    fuel_cost numeric(11,2),
    currency text,
    source text NOT NULL,
    logged_at timestamp with time zone NOT NULL,
    service_id uuid
);

CREATE TABLE public.frame (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    camera_id uuid NOT NULL,
    mime text NOT NULL,
    width integer,
    height integer,
    bytes integer,
    trigger text NOT NULL,
    captured_at timestamp with time zone NOT NULL,
    received_at timestamp with time zone NOT NULL
);

CREATE TABLE public.inspection (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    score integer,
    engine_hours integer,
    vir_code text
);

CREATE TABLE public.inspection_item (
    vessel_id uuid NOT NULL,
    inspection_id uuid NOT NULL,
    id uuid NOT NULL,
    "position" integer NOT NULL,
    template_item_id uuid,
    verdict text,
    note text,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE public.inspection_photo (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    inspection_id uuid NOT NULL,
    item_id uuid NOT NULL,
    mime text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    bytes integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE public.installation_alarm (
    id uuid NOT NULL,
    kind text NOT NULL,
    instance text NOT NULL,
    "limit" double precision NOT NULL,
    severity text NOT NULL,
    value double precision,
    text text,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    acknowledged_at timestamp with time zone,
    acknowledged_by text,
    silenced_at timestamp with time zone,
    silenced_until timestamp with time zone,
    told_at timestamp with time zone,
    told_end_at timestamp with time zone
);

CREATE TABLE public.installation_rule (
    kind text NOT NULL,
    "limit" double precision NOT NULL,
    severity text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    "position" integer NOT NULL
);

CREATE TABLE public.message (
    vessel_id uuid,
    id uuid NOT NULL,
    channel_id uuid NOT NULL,
    alarm_id uuid,
    content json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    next_try_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    done_at timestamp with time zone,
    error text,
    held_until timestamp with time zone,
    again_at timestamp with time zone
);

CREATE TABLE public.owner (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    plan text NOT NULL,
    operator boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    two_factor_enabled boolean DEFAULT false NOT NULL,
    suspended_at timestamp with time zone,
    calendar_token text,
    quiet_from text,
    quiet_until text,
    quiet_time_zone text
);

CREATE TABLE public.passkey (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    public_key text NOT NULL,
    credential_id text NOT NULL,
    counter double precision NOT NULL,
    device_type text NOT NULL,
    backed_up boolean NOT NULL,
    transports text,
    aaguid text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.provider (
    slug text NOT NULL,
    name text NOT NULL,
    summary text NOT NULL,
    direction text NOT NULL,
    status text NOT NULL,
    covers text[] NOT NULL,
    install_notes text,
    docs_url text,
    "position" integer NOT NULL
);

CREATE TABLE public.telemetry_batch (
    vessel_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    batch_key uuid NOT NULL,
    body_hash uuid,
    last_at timestamp with time zone NOT NULL,
    first_at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL,
    metrics integer NOT NULL,
    accepted smallint NOT NULL,
    hours_applied boolean NOT NULL,
    rejected json,
    body text NOT NULL,
    block bytea
)
WITH (autovacuum_vacuum_scale_factor='0.02', toast.autovacuum_vacuum_scale_factor='0.02');
ALTER TABLE ONLY public.telemetry_batch ALTER COLUMN body SET COMPRESSION lz4;
ALTER TABLE ONLY public.telemetry_batch ALTER COLUMN block SET COMPRESSION lz4;

CREATE VIEW public.reading AS
 SELECT b.vessel_id,
    b.connection_id,
    (((b.packed -> 'series'::text) -> r.series) ->> 0) AS metric,
    (r.value)::numeric AS value,
    r.text_value,
    (((b.packed -> 'series'::text) -> r.series) ->> 1) AS unit,
    (((b.packed -> 'series'::text) -> r.series) ->> 2) AS instance,
    COALESCE((((b.packed -> 'times'::text) ->> r."time"))::timestamp with time zone, b.arrived_at) AS recorded_at,
    b.arrived_at
   FROM (( SELECT telemetry_batch.vessel_id,
            telemetry_batch.connection_id,
            telemetry_batch.arrived_at,
            (telemetry_batch.body)::json AS packed
           FROM public.telemetry_batch
          WHERE ((telemetry_batch.accepted > 0) AND (telemetry_batch.block IS NULL))) b
     CROSS JOIN LATERAL ( SELECT (u.series)::integer AS series,
            (u."time")::integer AS "time",
            u.value,
            u.text_value
           FROM ROWS FROM(json_array_elements_text((b.packed -> 'of'::text)), json_array_elements_text((b.packed -> 'at'::text)), json_array_elements_text((b.packed -> 'value'::text)), json_array_elements_text((b.packed -> 'text_value'::text))) u(series, "time", value, text_value)) r)
UNION ALL
 SELECT b.vessel_id,
    b.connection_id,
    r.metric,
    r.value,
    r.text_value,
    r.unit,
    r.instance,
    r.recorded_at,
    r.arrived_at
   FROM (public.telemetry_batch b
     CROSS JOIN LATERAL public.block_readings((b.body)::json, b.block) r(arrived_at, metric, value, text_value, unit, instance, recorded_at))
  WHERE (b.block IS NOT NULL);

CREATE TABLE public.schema_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.schema_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.service_log (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    title_key text NOT NULL,
    done_at timestamp with time zone NOT NULL,
    engine_hours integer,
    cost numeric(11,2),
    currency text,
    route text NOT NULL,
    note text,
    task_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    note_key text
);

CREATE TABLE public.service_process (
    id uuid NOT NULL,
    place text NOT NULL,
    booted_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    judged_at timestamp with time zone,
    told_at timestamp with time zone,
    makes_backups boolean NOT NULL,
    disks json NOT NULL
);

CREATE TABLE public.session (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone
);

CREATE TABLE public.setting (
    name text NOT NULL,
    value jsonb NOT NULL
);

CREATE TABLE public.share (
    vessel_id uuid NOT NULL,
    token text NOT NULL,
    toggles jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.task (
    vessel_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    title_key text NOT NULL,
    interval_days integer,
    interval_hours integer,
    lead_days integer NOT NULL,
    lead_hours integer NOT NULL,
    start_at timestamp with time zone NOT NULL,
    start_hours integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    safety boolean DEFAULT false NOT NULL,
    once boolean DEFAULT false NOT NULL,
    finding_id uuid,
    CONSTRAINT task_check CHECK (((interval_days IS NOT NULL) OR (interval_hours IS NOT NULL)))
);

CREATE TABLE public.telemetry_answered (
    vessel_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    hour integer NOT NULL,
    day integer NOT NULL,
    batches bytea NOT NULL,
    applied bytea NOT NULL,
    mark_bytes smallint DEFAULT 9 NOT NULL
);
ALTER TABLE ONLY public.telemetry_answered ALTER COLUMN batches SET STORAGE EXTERNAL;

CREATE TABLE public.telemetry_archived (
    vessel_id uuid NOT NULL,
    before_hour integer NOT NULL,
    version integer NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE public.telemetry_day (
    vessel_id uuid NOT NULL,
    day date NOT NULL,
    metrics integer NOT NULL,
    compact_at timestamp with time zone
)
WITH (fillfactor='80');

CREATE TABLE public.telemetry_latest (
    vessel_id uuid NOT NULL,
    metric smallint NOT NULL,
    instance text NOT NULL,
    measured_at timestamp with time zone NOT NULL,
    arrived_at timestamp with time zone NOT NULL,
    unit text,
    value double precision,
    text_value text
)
WITH (fillfactor='70');

CREATE TABLE public.telemetry_pending_rollup (
    vessel_id uuid NOT NULL,
    hour integer NOT NULL,
    marked_at timestamp with time zone DEFAULT now() NOT NULL,
    claimed_at timestamp with time zone,
    claim uuid
)
WITH (fillfactor='70');

CREATE TABLE public.telemetry_rollup (
    vessel_id uuid NOT NULL,
    metric smallint NOT NULL,
    instance text NOT NULL,
    day integer NOT NULL,
    readings integer NOT NULL,
    "least" double precision,
    "greatest" double precision,
    mean double precision,
    last double precision,
    last_slot smallint,
    buckets text NOT NULL,
    track text,
    changes text
)
WITH (fillfactor='80', toast_tuple_target='128');

CREATE TABLE public.traffic (
    hour timestamp with time zone NOT NULL,
    requests bigint NOT NULL,
    refused bigint NOT NULL,
    failed bigint NOT NULL,
    readings bigint NOT NULL,
    readings_rejected bigint NOT NULL,
    frames bigint NOT NULL,
    frames_refused bigint NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.two_factor (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean DEFAULT false NOT NULL,
    failed_verification_count integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone
);

CREATE TABLE public.verification (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.vessel (
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    vessel_type text NOT NULL,
    make text,
    model text,
    hin text,
    length_m double precision,
    marina text,
    service_level text,
    engine_hours integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    telemetry_keep_days integer,
    telemetry_keep_from timestamp with time zone,
    CONSTRAINT vessel_telemetry_keep_days_check CHECK (((telemetry_keep_days >= 35) AND (telemetry_keep_days <= 36500)))
)
WITH (fillfactor='80');

CREATE TABLE public.vessel_calendar (
    vessel_id uuid NOT NULL,
    token text NOT NULL
);

CREATE TABLE public.vessel_change (
    vessel_id uuid NOT NULL,
    tasks xid8,
    logs xid8,
    inspections xid8,
    alarms xid8,
    tasks_judged_at timestamp with time zone
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_key_hash_key UNIQUE (key_hash);

ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alarm_judged
    ADD CONSTRAINT alarm_judged_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.alarm
    ADD CONSTRAINT alarm_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.alarm_rule
    ADD CONSTRAINT alarm_rule_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.answered_request
    ADD CONSTRAINT answered_request_pkey PRIMARY KEY (owner_id, key_hash);

ALTER TABLE ONLY public.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (owner_id, secret);

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.backup_status
    ADD CONSTRAINT backup_status_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY public.brand_request
    ADD CONSTRAINT brand_request_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.camera
    ADD CONSTRAINT camera_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.camera
    ADD CONSTRAINT camera_vessel_id_registered_label_key UNIQUE (vessel_id, registered_label);

ALTER TABLE ONLY public.channel
    ADD CONSTRAINT channel_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.check_in
    ADD CONSTRAINT check_in_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_vessel_id_provider_key UNIQUE (vessel_id, provider);

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.deleted_vessel
    ADD CONSTRAINT deleted_vessel_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.engine_hour_log
    ADD CONSTRAINT engine_hour_log_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.frame
    ADD CONSTRAINT frame_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.inspection_item
    ADD CONSTRAINT inspection_item_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.inspection_photo
    ADD CONSTRAINT inspection_photo_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.inspection
    ADD CONSTRAINT inspection_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.installation_alarm
    ADD CONSTRAINT installation_alarm_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.installation_rule
    ADD CONSTRAINT installation_rule_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.owner
    ADD CONSTRAINT owner_email_key UNIQUE (email);

ALTER TABLE ONLY public.owner
    ADD CONSTRAINT owner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.provider
    ADD CONSTRAINT provider_pkey PRIMARY KEY (slug);

ALTER TABLE ONLY public.schema_migration_lock
    ADD CONSTRAINT schema_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.service_log
    ADD CONSTRAINT service_log_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.service_process
    ADD CONSTRAINT service_process_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);

ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (vessel_id, id);

ALTER TABLE ONLY public.telemetry_answered
    ADD CONSTRAINT telemetry_answered_pkey PRIMARY KEY (vessel_id, connection_id, hour);

ALTER TABLE ONLY public.telemetry_archived
    ADD CONSTRAINT telemetry_archived_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.telemetry_batch
    ADD CONSTRAINT telemetry_batch_pkey PRIMARY KEY (vessel_id, connection_id, batch_key);

ALTER TABLE ONLY public.telemetry_day
    ADD CONSTRAINT telemetry_day_pkey PRIMARY KEY (vessel_id, day);

ALTER TABLE ONLY public.telemetry_latest
    ADD CONSTRAINT telemetry_latest_pkey PRIMARY KEY (vessel_id, metric, instance);

ALTER TABLE ONLY public.telemetry_pending_rollup
    ADD CONSTRAINT telemetry_pending_rollup_pkey PRIMARY KEY (vessel_id, hour);

ALTER TABLE ONLY public.telemetry_rollup
    ADD CONSTRAINT telemetry_rollup_pkey PRIMARY KEY (vessel_id, metric, instance, day);

ALTER TABLE ONLY public.traffic
    ADD CONSTRAINT traffic_pkey PRIMARY KEY (hour);

ALTER TABLE ONLY public.two_factor
    ADD CONSTRAINT two_factor_owner_id_key UNIQUE (owner_id);

ALTER TABLE ONLY public.two_factor
    ADD CONSTRAINT two_factor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vessel_calendar
    ADD CONSTRAINT vessel_calendar_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.vessel_change
    ADD CONSTRAINT vessel_change_pkey PRIMARY KEY (vessel_id);

ALTER TABLE ONLY public.vessel
    ADD CONSTRAINT vessel_pkey PRIMARY KEY (id);

CREATE INDEX access_key_owner ON public.access_key USING btree (owner_id);

CREATE INDEX alarm_began ON public.alarm USING btree (vessel_id, began_at DESC);

CREATE INDEX alarm_end_untold ON public.alarm USING btree (vessel_id) WHERE ((told_at IS NOT NULL) AND (told_end_at IS NULL) AND (ended_at IS NOT NULL));

CREATE INDEX alarm_ended ON public.alarm USING btree (vessel_id, COALESCE(ended_at, 'infinity'::timestamp with time zone));

CREATE UNIQUE INDEX alarm_open ON public.alarm USING btree (vessel_id, rule_id, instance) WHERE (ended_at IS NULL);

CREATE INDEX alarm_open_by_clock ON public.alarm USING btree (kind, vessel_id) WHERE ((ended_at IS NULL) AND (metric IS NULL));

CREATE INDEX alarm_picture_until ON public.alarm USING btree (picture_until) WHERE (picture_until IS NOT NULL);

CREATE INDEX alarm_rule_by_clock ON public.alarm_rule USING btree (kind, vessel_id) WHERE (metric IS NULL);

CREATE INDEX alarm_silenced ON public.alarm USING btree (vessel_id, rule_id, silenced_until) WHERE (silenced_until IS NOT NULL);

CREATE INDEX alarm_untold ON public.alarm USING btree (vessel_id) WHERE ((told_at IS NULL) AND (ended_at IS NULL));

CREATE INDEX answered_request_age ON public.answered_request USING btree (owner_id, answered_at);

CREATE INDEX audit_event_at ON public.audit_event USING btree (at);

CREATE INDEX audit_event_by ON public.audit_event USING btree (by_id) WHERE (by_id IS NOT NULL);

CREATE INDEX audit_event_notice ON public.audit_event USING btree (owner_id) WHERE notice;

CREATE INDEX audit_event_owner ON public.audit_event USING btree (owner_id, id);

CREATE INDEX brand_request_owner ON public.brand_request USING btree (owner_id);

CREATE INDEX camera_connection ON public.camera USING btree (connection_id);

CREATE INDEX channel_owner ON public.channel USING btree (owner_id);

CREATE INDEX check_in_open ON public.check_in USING btree (vessel_id, camera_id, expires_at) WHERE (answered_at IS NULL);

CREATE INDEX connection_access_key ON public.connection USING btree (access_key_id) WHERE (access_key_id IS NOT NULL);

CREATE INDEX connection_key ON public.connection USING btree (key_hash);

CREATE UNIQUE INDEX credential_oidc ON public.credential USING btree (provider_account_id) WHERE (provider_id = 'oidc'::text);

CREATE UNIQUE INDEX credential_oidc_owner ON public.credential USING btree (owner_id) WHERE (provider_id = 'oidc'::text);

CREATE INDEX credential_owner ON public.credential USING btree (owner_id);

CREATE INDEX engine_hour_log_newest ON public.engine_hour_log USING btree (vessel_id, logged_at DESC, id DESC);

CREATE INDEX engine_hour_log_service ON public.engine_hour_log USING btree (vessel_id, service_id) WHERE (service_id IS NOT NULL);

CREATE INDEX frame_link ON public.frame USING btree (id);

CREATE INDEX frame_newest ON public.frame USING btree (vessel_id, camera_id, received_at DESC, id DESC);

CREATE INDEX inspection_item_place ON public.inspection_item USING btree (vessel_id, inspection_id, "position");

CREATE INDEX inspection_newest ON public.inspection USING btree (vessel_id, started_at DESC, id DESC);

CREATE INDEX inspection_photo_item ON public.inspection_photo USING btree (vessel_id, item_id, id);

CREATE INDEX inspection_photo_link ON public.inspection_photo USING btree (id);

CREATE INDEX installation_alarm_began ON public.installation_alarm USING btree (began_at DESC);

CREATE UNIQUE INDEX installation_alarm_open ON public.installation_alarm USING btree (kind, instance) WHERE (ended_at IS NULL);

CREATE INDEX message_channel ON public.message USING btree (channel_id, created_at DESC);

CREATE INDEX message_due ON public.message USING btree (next_try_at) WHERE (done_at IS NULL);

CREATE INDEX message_held ON public.message USING btree (channel_id) WHERE ((held_until IS NOT NULL) AND (done_at IS NULL));

CREATE INDEX message_of_alarm ON public.message USING btree (alarm_id, channel_id) WHERE (done_at IS NULL);

CREATE INDEX message_vessel ON public.message USING btree (vessel_id);

CREATE UNIQUE INDEX owner_calendar_token ON public.owner USING btree (calendar_token);

CREATE INDEX passkey_owner ON public.passkey USING btree (owner_id);

CREATE INDEX service_log_newest ON public.service_log USING btree (vessel_id, done_at DESC, id DESC);

CREATE INDEX service_log_task ON public.service_log USING btree (vessel_id, task_id, done_at DESC, id DESC) WHERE (task_id IS NOT NULL);

CREATE INDEX service_log_title ON public.service_log USING btree (vessel_id, title_key, done_at DESC, id DESC) WHERE (task_id IS NULL);

CREATE INDEX session_owner ON public.session USING btree (owner_id);

CREATE INDEX share_token ON public.share USING btree (token);

CREATE UNIQUE INDEX task_finding ON public.task USING btree (vessel_id, finding_id) WHERE (finding_id IS NOT NULL);

CREATE INDEX telemetry_answered_day ON public.telemetry_answered USING btree (vessel_id, connection_id, day);

CREATE INDEX telemetry_batch_newest ON public.telemetry_batch USING btree (vessel_id, last_at DESC);

CREATE INDEX telemetry_batch_wide ON public.telemetry_batch USING btree (vessel_id, last_at, first_at) WHERE ((last_at - first_at) > '24:00:00'::interval);

CREATE INDEX telemetry_day_compact ON public.telemetry_day USING btree (day DESC, vessel_id) WHERE (compact_at IS NOT NULL);

CREATE INDEX telemetry_pending_rollup_newest ON public.telemetry_pending_rollup USING btree (hour DESC, vessel_id);

CREATE INDEX verification_identifier ON public.verification USING btree (identifier);

CREATE INDEX vessel_calendar_token ON public.vessel_calendar USING btree (token);

CREATE INDEX vessel_change_tasks_judged ON public.vessel_change USING btree (tasks_judged_at);

CREATE INDEX vessel_owner ON public.vessel USING btree (owner_id);

CREATE TRIGGER begin_vessel_change AFTER INSERT ON public.vessel FOR EACH ROW EXECUTE FUNCTION public.begin_vessel_change();

CREATE TRIGGER first_owner_is_operator BEFORE INSERT ON public.owner FOR EACH ROW EXECUTE FUNCTION public.first_owner_is_operator();

CREATE TRIGGER forget_verifications AFTER DELETE ON public.owner FOR EACH ROW EXECUTE FUNCTION public.forget_verifications();

CREATE CONSTRAINT TRIGGER note_alarm AFTER INSERT OR DELETE OR UPDATE OF began_at, ended_at, value, text, acknowledged_at, silenced_at, silenced_until ON public.alarm DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('alarms');

CREATE CONSTRAINT TRIGGER note_alarm_rule AFTER INSERT OR DELETE OR UPDATE ON public.alarm_rule DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('alarms');

CREATE CONSTRAINT TRIGGER note_engine_hour_log AFTER INSERT OR UPDATE ON public.engine_hour_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.source <> 'telemetry'::text)) EXECUTE FUNCTION public.note_vessel_change('logs');

CREATE CONSTRAINT TRIGGER note_engine_hour_log_gone AFTER DELETE ON public.engine_hour_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('logs');

CREATE CONSTRAINT TRIGGER note_inspection AFTER INSERT OR DELETE OR UPDATE ON public.inspection DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('inspections');

CREATE CONSTRAINT TRIGGER note_inspection_item AFTER UPDATE ON public.inspection_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('inspections');

CREATE CONSTRAINT TRIGGER note_inspection_photo AFTER INSERT OR DELETE ON public.inspection_photo DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('inspections');

CREATE CONSTRAINT TRIGGER note_service_log AFTER INSERT OR DELETE OR UPDATE ON public.service_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('logs');

CREATE CONSTRAINT TRIGGER note_task AFTER INSERT OR DELETE OR UPDATE ON public.task DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.note_vessel_change('tasks');

ALTER TABLE ONLY public.access_key
    ADD CONSTRAINT access_key_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.alarm_judged
    ADD CONSTRAINT alarm_judged_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.alarm_rule
    ADD CONSTRAINT alarm_rule_vessel_id_camera_id_fkey FOREIGN KEY (vessel_id, camera_id) REFERENCES public.camera(vessel_id, id) ON DELETE SET NULL (camera_id);

ALTER TABLE ONLY public.alarm_rule
    ADD CONSTRAINT alarm_rule_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.alarm
    ADD CONSTRAINT alarm_vessel_id_camera_id_fkey FOREIGN KEY (vessel_id, camera_id) REFERENCES public.camera(vessel_id, id) ON DELETE SET NULL (camera_id);

ALTER TABLE ONLY public.alarm
    ADD CONSTRAINT alarm_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.answered_request
    ADD CONSTRAINT answered_request_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attempt
    ADD CONSTRAINT attempt_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.owner(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.audit_event
    ADD CONSTRAINT audit_event_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.brand_request
    ADD CONSTRAINT brand_request_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.brand_request
    ADD CONSTRAINT brand_request_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.camera
    ADD CONSTRAINT camera_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.channel
    ADD CONSTRAINT channel_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.check_in
    ADD CONSTRAINT check_in_vessel_id_camera_id_fkey FOREIGN KEY (vessel_id, camera_id) REFERENCES public.camera(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.engine_hour_log
    ADD CONSTRAINT engine_hour_log_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.engine_hour_log
    ADD CONSTRAINT engine_hour_log_vessel_id_service_id_fkey FOREIGN KEY (vessel_id, service_id) REFERENCES public.service_log(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.frame
    ADD CONSTRAINT frame_vessel_id_camera_id_fkey FOREIGN KEY (vessel_id, camera_id) REFERENCES public.camera(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inspection_item
    ADD CONSTRAINT inspection_item_vessel_id_inspection_id_fkey FOREIGN KEY (vessel_id, inspection_id) REFERENCES public.inspection(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inspection_photo
    ADD CONSTRAINT inspection_photo_vessel_id_item_id_fkey FOREIGN KEY (vessel_id, item_id) REFERENCES public.inspection_item(vessel_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inspection
    ADD CONSTRAINT inspection_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES public.channel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.service_log
    ADD CONSTRAINT service_log_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task
    ADD CONSTRAINT task_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.two_factor
    ADD CONSTRAINT two_factor_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vessel_calendar
    ADD CONSTRAINT vessel_calendar_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vessel_change
    ADD CONSTRAINT vessel_change_vessel_id_fkey FOREIGN KEY (vessel_id) REFERENCES public.vessel(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.vessel
    ADD CONSTRAINT vessel_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.owner(id) ON DELETE CASCADE;
