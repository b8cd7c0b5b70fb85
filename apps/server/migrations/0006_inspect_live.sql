-- A photo of a point of an inspection. Its files are kept as a frame's are, with the inspection in the camera's place.
create table inspection_photo (
  vessel_id uuid not null,
  id uuid not null,
  inspection_id uuid not null,
  item_id uuid not null,
  mime text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null,
  primary key (vessel_id, id),
  foreign key (vessel_id, item_id) references inspection_item on delete cascade
);

create index inspection_photo_item on inspection_photo (vessel_id, item_id, id);

create index inspection_photo_link on inspection_photo (id);

-- Which transaction last changed a vessel's tasks, logs and inspections: what live/live-sql.ts compares, since these tables are too
-- large to look through each second. Made last, so that the deletion of a vessel comes to it last, too, and waits for nobody with it in hand.
create table vessel_change (
  vessel_id uuid primary key references vessel on delete cascade,
  tasks xid8,
  logs xid8,
  inspections xid8
) with (fillfactor = 50);

insert into vessel_change (vessel_id) select id from vessel;

create function begin_vessel_change() returns trigger language plpgsql as $$
begin
  insert into vessel_change (vessel_id) values (new.id);
  return null;
end $$;

create trigger begin_vessel_change after insert on vessel
  for each row execute function begin_vessel_change();

-- Writes the transaction's number into one column, once, however many rows it changes. There is no row when the vessel is going, too.
create function note_vessel_change() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.vessel_id else new.vessel_id end;
  this xid8 := pg_current_xact_id();
begin
  case tg_argv[0]
    when 'tasks' then update vessel_change set tasks = this where vessel_id = changed and tasks is distinct from this;
    when 'logs' then update vessel_change set logs = this where vessel_id = changed and logs is distinct from this;
    when 'inspections' then update vessel_change set inspections = this where vessel_id = changed and inspections is distinct from this;
  end case;
  return null;
end $$;

-- All of them at the commit: a transaction that holds a vessel_change row then hardly waits for anything more. (For a second column
-- PostgreSQL looks for the vessel's row once more: db/in-transaction.ts.)
create constraint trigger note_task after insert or update or delete on task
  deferrable initially deferred for each row execute function note_vessel_change('tasks');

create constraint trigger note_service_log after insert or update or delete on service_log
  deferrable initially deferred for each row execute function note_vessel_change('logs');

-- Not for telemetry: POST /v1/telemetry is to cost no more, and the meter that it raises is seen in the vessel's row.
create constraint trigger note_engine_hour_log after insert or update on engine_hour_log
  deferrable initially deferred for each row when (new.source <> 'telemetry') execute function note_vessel_change('logs');

create constraint trigger note_engine_hour_log_gone after delete on engine_hour_log
  deferrable initially deferred for each row execute function note_vessel_change('logs');

create constraint trigger note_inspection after insert or update or delete on inspection
  deferrable initially deferred for each row execute function note_vessel_change('inspections');

-- Points come and go with their inspection.
create constraint trigger note_inspection_item after update on inspection_item
  deferrable initially deferred for each row execute function note_vessel_change('inspections');

create constraint trigger note_inspection_photo after insert or delete on inspection_photo
  deferrable initially deferred for each row execute function note_vessel_change('inspections');
