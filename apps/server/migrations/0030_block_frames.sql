-- Blocks have their numbers in frames of bits (telemetry/blocks/frames.ts); those that there are keep their varints. This is what the view needs to
-- read either.

-- So many numbers from a place in the bytes: frames, the first of 2 and the others of 32 numbers.
create function numbers_of_frames(bytes bytea, start integer, length integer, out numbers bigint[], out stop integer)
language plpgsql immutable parallel safe
as $$
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

create function signed_numbers(numbers bigint[]) returns bigint[] language sql immutable parallel safe
as $$ select coalesce(array_agg(signed_of(n.number) order by n.place), '{}') from unnest(numbers) with ordinality n(number, place) $$;

create function summed_numbers(numbers bigint[]) returns bigint[] language sql immutable parallel safe
as $$
  select coalesce(array_agg(s.sum order by s.place), '{}')
  from (select n.place, (sum(n.number) over (order by n.place))::bigint as sum from unnest(numbers) with ordinality n(number, place)) s
$$;

-- The readings of a block: telemetry/blocks/block.ts in SQL, for the view.
create or replace function block_readings(body json, block bytea)
returns table (arrived_at timestamptz, metric text, value numeric, text_value text, unit text, instance text, recorded_at timestamptz)
language plpgsql immutable parallel safe
as $$
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
