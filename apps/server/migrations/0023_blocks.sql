-- A row of telemetry_batch with a block holds many batches of one connection, which end in one hour; its body says what they have in common
-- (telemetry/blocks/block.ts). It has a key of its own, and no body_hash.
alter table telemetry_batch add column block bytea;

do $$
begin
  alter table telemetry_batch alter column block set compression lz4;
exception when feature_not_supported then
  null;
end $$;

-- The batches in blocks, by connection and by the hour (since 1970) in which they end: 12 bytes of each, batch_mark. What a repeat is answered
-- is in the repeat itself, but for whether the first one raised the hour meter: applied has 8 bytes of those. The day is that of the last arrival.
create table telemetry_answered (
  vessel_id uuid not null,
  connection_id uuid not null,
  hour integer not null,
  day integer not null,
  batches bytea not null,
  applied bytea not null,
  primary key (vessel_id, connection_id, hour)
);

-- Beginnings of digests: nothing to compress.
alter table telemetry_answered alter column batches set storage external;

create index telemetry_answered_day on telemetry_answered (vessel_id, connection_id, day);

-- What a batch in a block is known by: the beginnings of its key, 8 bytes, and of the digest of what was sent with it, 4 bytes.
create function batch_mark(batch_key uuid, body_hash uuid) returns bytea language sql immutable parallel safe
as $$ select substring(uuid_send(batch_key) from 1 for 8) || coalesce(substring(uuid_send(body_hash) from 1 for 4), '\x00000000') $$;

-- From when finished hours of the day have batches for blocks. All that there are have, at once.
alter table telemetry_day add column compact_at timestamptz default '-infinity';

alter table telemetry_day alter column compact_at drop default;

create index telemetry_day_compact on telemetry_day (day desc, vessel_id) where compact_at is not null;

-- Zigzag: 0, -1, 1, -2, … are written as 0, 1, 2, 3, …
create function signed_of(number bigint) returns bigint language sql immutable parallel safe
as $$ select case when number % 2 = 0 then number / 2 else -((number + 1) / 2) end $$;

-- The readings of a block: telemetry/blocks/block.ts in SQL, for the view.
create function block_readings(body json, block bytea)
returns table (arrived_at timestamptz, metric text, value numeric, text_value text, unit text, instance text, recorded_at timestamptz)
language plpgsql immutable parallel safe
as $$
declare
  -- A copy: of a stored value get_byte would read all of it for each byte.
  bytes bytea := block || ''::bytea;
  numbers bigint[] := '{}';
  number bigint := 0;
  weight bigint := 1;
  byte bigint;
  batches integer;
begin
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
  return query
  with layout as (
    select l.place - 1 as layout, l.of -> 'of' as of, l.of -> 'at' as at, (l.of ->> 'times')::integer as times
    from json_array_elements(body -> 'layouts') with ordinality l(of, place)
  ), head as (
    select g.i, sum(signed_of(numbers[2 * g.i])) over (order by g.i) as arrived, numbers[2 * g.i + 1] as layout
    from generate_series(1, batches) g(i)
  ), batch as materialized (
    select h.i, h.arrived, l.of, l.at, sum(l.times) over (order by h.i) - l.times as times_before, l.times
    from head h join layout l on l.layout = h.layout
  ), time as materialized (
    select t.place, coalesce(odd.text::timestamptz, to_timestamp(0) + div(t.ms, 1000)::double precision * interval '1 second' + mod(t.ms, 1000)::integer * interval '1 millisecond') as recorded_at
    from (
      select g.place, sum(signed_of(numbers[1 + 2 * batches + g.place])) over (order by g.place) as ms
      from generate_series(1, (select sum(b.times) from batch b)::integer) g(place)
    ) t left join (
      select (o.odd ->> 0)::integer + 1 as place, o.odd ->> 1 as text from json_array_elements(body -> 'times') o(odd)
    ) odd on odd.place = t.place
  ), place as materialized (
    select b.arrived, b.times_before + r.at::integer + 1 as time, r.of::integer as series,
      row_number() over (partition by r.of::integer order by b.i, r.place)::integer as place
    from batch b cross join lateral rows from (json_array_elements_text(b.of), json_array_elements_text(b.at)) with ordinality r(of, at, place)
  ), series as materialized (
    select s.place - 1 as series, s.of ->> 0 as metric, s.of ->> 1 as unit, s.of ->> 2 as instance,
      nullif((body -> 'columns' -> (s.place - 1)::integer)::text, 'null')::json as values,
      nullif((body -> 'texts' -> (s.place - 1)::integer)::text, 'null')::json as texts,
      (select count(*) from place p where p.series = s.place - 1)::integer as readings
    from json_array_elements(body -> 'series') with ordinality s(of, place)
  ), begun as (
    select s.*, 1 + 2 * batches + (select count(*) from time)
      + coalesce(sum(case when s.values is not null then s.readings end) over (order by s.series rows between unbounded preceding and 1 preceding), 0) as before
    from series s
  ), value as (
    select v.series, v.place,
      case when odd.text is not null then nullif(odd.text, 'null')::numeric
        when v.trimmed then trim_scale(v.number / power(10::numeric, v.decimals))
        else round(v.number / power(10::numeric, v.decimals), v.decimals) end as value
    from (
      select s.series, g.place, (s.values ->> 'decimals')::integer as decimals, (s.values ->> 'trimmed')::boolean as trimmed,
        sum(signed_of(numbers[s.before + g.place])) over (partition by s.series order by g.place) as number
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

create or replace view reading as
select b.vessel_id,
       b.connection_id,
       b.packed -> 'series' -> r.series ->> 0 as metric,
       r.value::numeric as value,
       r.text_value,
       b.packed -> 'series' -> r.series ->> 1 as unit,
       b.packed -> 'series' -> r.series ->> 2 as instance,
       coalesce((b.packed -> 'times' ->> r.time)::timestamptz, b.arrived_at) as recorded_at,
       b.arrived_at
from (select vessel_id, connection_id, arrived_at, body::json as packed from telemetry_batch where accepted > 0 and block is null) b
cross join lateral (
  select u.series::integer, u.time::integer, u.value, u.text_value
  from rows from (
    json_array_elements_text(b.packed -> 'of'),
    json_array_elements_text(b.packed -> 'at'),
    json_array_elements_text(b.packed -> 'value'),
    json_array_elements_text(b.packed -> 'text_value')
  ) u(series, time, value, text_value)
) r
union all
select b.vessel_id, b.connection_id, r.metric, r.value, r.text_value, r.unit, r.instance, r.recorded_at, r.arrived_at
from telemetry_batch b cross join lateral block_readings(b.body::json, b.block) r
where b.block is not null;
