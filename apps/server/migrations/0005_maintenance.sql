-- To look through years of logs may take longer than a statement otherwise may.
set local statement_timeout = 0;

-- An entry of the hour log that came with a service changes and goes with it.
alter table engine_hour_log add column service_id uuid;

-- The nth entry of an instant and reading is the nth service's: ids are in the order in which they were made.
with entry as (
  select vessel_id, id, logged_at, hours, row_number() over (partition by vessel_id, logged_at, hours order by id) as nth
  from engine_hour_log where source = 'service'
), service as (
  select vessel_id, id, done_at, engine_hours, row_number() over (partition by vessel_id, done_at, engine_hours order by id) as nth
  from service_log where engine_hours is not null
)
update engine_hour_log l set service_id = s.id
from entry e join service s on s.vessel_id = e.vessel_id and s.done_at = e.logged_at and s.engine_hours = e.hours and s.nth = e.nth
where l.vessel_id = e.vessel_id and l.id = e.id;

alter table engine_hour_log add foreign key (vessel_id, service_id) references service_log on delete cascade;

create index engine_hour_log_service on engine_hour_log (vessel_id, service_id) where service_id is not null;

-- The note as it is searched, by the rule of title_key (maintenance/title-key.ts): lower() knows no umlauts in a database of locale C.
alter table service_log add column note_key text;

update service_log
set note_key = replace(translate(lower(note), 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ', 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ'), 'ß', 'ss')
where note is not null;
