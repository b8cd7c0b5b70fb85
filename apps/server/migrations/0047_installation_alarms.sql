-- What each process of the service last said of itself: the operator's rules are judged by it.
create table service_process (
  id uuid primary key,
  -- Its machine and port. A process that starts at the same place after another one was last seen has taken it over.
  place text not null,
  -- When the machine and the process were started.
  booted_at timestamptz not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- When it was stopped in order. One that ended without this was ended by a crash.
  ended_at timestamptz,
  -- When it had last judged, and told, all that waited.
  judged_at timestamptz,
  told_at timestamptz,
  makes_backups boolean not null,
  disks json not null
);

-- Since when processes make backups; null: none does.
alter table backup_status add column wanted_since timestamptz;

create table installation_rule (
  kind text primary key,
  "limit" double precision not null,
  severity text not null,
  enabled boolean not null default true,
  position integer not null
);
insert into installation_rule (kind, "limit", severity, position) values
  ('disk_space', 10, 'alarm', 1), ('backup', 48, 'alarm', 2), ('process', 3, 'warning', 3), ('lag', 5, 'warning', 4);

create table installation_alarm (
  id uuid primary key,
  kind text not null,
  instance text not null,
  "limit" double precision not null,
  severity text not null,
  value double precision,
  text text,
  began_at timestamptz not null,
  ended_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  silenced_at timestamptz,
  silenced_until timestamptz,
  told_at timestamptz,
  told_end_at timestamptz
);
create unique index installation_alarm_open on installation_alarm (kind, instance) where ended_at is null;
create index installation_alarm_began on installation_alarm (began_at desc);

-- A message is of a vessel, or about the installation: then vessel_id is null.
delete from message m where not exists (select from channel c where c.id = m.channel_id);
alter table message drop constraint message_pkey;
alter table message alter column vessel_id drop not null, add primary key (id),
  add foreign key (channel_id) references channel on delete cascade;
create index message_vessel on message (vessel_id);
create index message_channel on message (channel_id, created_at desc);
drop index message_of_alarm;
create index message_of_alarm on message (alarm_id, channel_id) where done_at is null;
drop index message_held;
create index message_held on message (channel_id) where held_until is not null and done_at is null;
