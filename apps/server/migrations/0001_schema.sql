-- Statements end with a semicolon and an empty line; a function's body has no empty line.
-- Every table of an owner's data leads its keys with vessel_id, so that the data can be sharded by vessel.

create table owner (
  id uuid primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  plan text not null,
  operator boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table session (
  id uuid primary key,
  owner_id uuid not null references owner on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index session_owner on session (owner_id);

-- A way to sign in: a password, later a passkey or another provider.
create table credential (
  id uuid primary key,
  owner_id uuid not null references owner on delete cascade,
  provider_id text not null,
  provider_account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index credential_owner on credential (owner_id);

create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verification_identifier on verification (identifier);

-- The first account runs the installation. The lock makes two first accounts at once one operator.
create function first_owner_is_operator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20260101);
  new.operator := not exists (select from owner);
  return new;
end $$;

create trigger first_owner_is_operator before insert on owner
  for each row execute function first_owner_is_operator();

create table access_key (
  id uuid primary key,
  owner_id uuid not null references owner on delete cascade,
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
) with (fillfactor = 70);

create index access_key_owner on access_key (owner_id);

create table setting (
  name text primary key,
  value jsonb not null
);

create table provider (
  slug text primary key,
  name text not null,
  summary text not null,
  direction text not null,
  status text not null,
  covers text[] not null,
  install_notes text,
  docs_url text,
  position integer not null
);

create table vessel (
  id uuid primary key,
  owner_id uuid not null references owner on delete cascade,
  name text not null,
  vessel_type text not null,
  make text,
  model text,
  hin text,
  length_m double precision,
  marina text,
  service_level text,
  engine_hours integer,
  created_at timestamptz not null default now()
) with (fillfactor = 80);

create index vessel_owner on vessel (owner_id);

create table brand_request (
  id uuid primary key,
  owner_id uuid not null references owner on delete cascade,
  vessel_id uuid references vessel on delete set null,
  system_name text not null,
  boat_make text,
  note text,
  created_at timestamptz not null default now()
);

create index brand_request_owner on brand_request (owner_id);

-- title_key is the title as the due rule compares it: trimmed, in one case (maintenance/title-key.ts).
create table task (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  title text not null,
  title_key text not null,
  interval_days integer,
  interval_hours integer,
  lead_days integer not null,
  lead_hours integer not null,
  start_at timestamptz not null,
  start_hours integer not null,
  created_at timestamptz not null default now(),
  primary key (vessel_id, id),
  check (interval_days is not null or interval_hours is not null)
);

create table service_log (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  title text not null,
  title_key text not null,
  done_at timestamptz not null,
  engine_hours integer,
  cost numeric(11, 2),
  currency text,
  route text not null,
  note text,
  task_id uuid,
  created_at timestamptz not null default now(),
  primary key (vessel_id, id)
);

create index service_log_newest on service_log (vessel_id, done_at desc, id desc);

create index service_log_task on service_log (vessel_id, task_id, done_at desc, id desc) where task_id is not null;

create index service_log_title on service_log (vessel_id, title_key, done_at desc, id desc) where task_id is null;

create table engine_hour_log (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  hours integer,
  litres numeric(10, 3),
  fuel_cost numeric(11, 2),
  currency text,
  source text not null,
  logged_at timestamptz not null,
  primary key (vessel_id, id)
);

create index engine_hour_log_newest on engine_hour_log (vessel_id, logged_at desc, id desc);

create table inspection (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  started_at timestamptz not null,
  completed_at timestamptz,
  score integer,
  engine_hours integer,
  vir_code text,
  primary key (vessel_id, id)
);

create index inspection_newest on inspection (vessel_id, started_at desc, id desc);

create table inspection_item (
  vessel_id uuid not null,
  inspection_id uuid not null,
  id uuid not null,
  position integer not null,
  template_item_id uuid,
  verdict text,
  note text,
  updated_at timestamptz not null,
  primary key (vessel_id, id),
  foreign key (vessel_id, inspection_id) references inspection on delete cascade
);

create index inspection_item_place on inspection_item (vessel_id, inspection_id, position);

-- One box on one boat. Its key is looked up by hash alone: 256 bits do not collide, so the index need not be unique.
create table connection (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  provider text not null,
  label text,
  config json not null,
  key_hash bytea not null,
  key_prefix text not null,
  enabled boolean not null default true,
  last_seen_at timestamptz,
  last_error text,
  telemetry_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (vessel_id, id),
  unique (vessel_id, provider)
) with (fillfactor = 50);

create index connection_key on connection (key_hash);

-- A row for each accepted request. body holds its readings, packed as apps/server/src/telemetry/packed.ts says; the view `reading` unpacks them.
-- No foreign key: a connection may be removed and its readings stay, and the check would cost each insert a row lock.
create table telemetry_batch (
  vessel_id uuid not null,
  connection_id uuid not null,
  batch_key uuid not null,
  body_hash uuid,
  last_at timestamptz not null,
  first_at timestamptz not null,
  arrived_at timestamptz not null,
  metrics integer not null,
  accepted smallint not null,
  hours_applied boolean not null,
  rejected json,
  body text not null,
  primary key (vessel_id, connection_id, batch_key)
);

create index telemetry_batch_newest on telemetry_batch (vessel_id, last_at desc);

-- Which metrics a vessel has on a day (UTC) of last_at: a search for a rare metric goes from day to day, not from batch to batch.
create table telemetry_day (
  vessel_id uuid not null,
  day date not null,
  metrics integer not null,
  primary key (vessel_id, day)
) with (fillfactor = 80);

create view reading as
select b.vessel_id,
       b.connection_id,
       b.packed -> 'series' -> r.series ->> 0 as metric,
       r.value::numeric as value,
       r.text_value,
       b.packed -> 'series' -> r.series ->> 1 as unit,
       b.packed -> 'series' -> r.series ->> 2 as instance,
       coalesce((b.packed -> 'times' ->> r.time)::timestamptz, b.arrived_at) as recorded_at,
       b.arrived_at
from (select vessel_id, connection_id, arrived_at, body::json as packed from telemetry_batch where accepted > 0) b
cross join lateral (
  select u.series::integer, u.time::integer, u.value, u.text_value
  from rows from (
    json_array_elements_text(b.packed -> 'of'),
    json_array_elements_text(b.packed -> 'at'),
    json_array_elements_text(b.packed -> 'value'),
    json_array_elements_text(b.packed -> 'text_value')
  ) u(series, time, value, text_value)
) r;

-- registered_label is the name that the box sends; label is what the owner made of it.
create table camera (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  connection_id uuid not null,
  registered_label text not null,
  label text not null,
  view text not null,
  enabled boolean not null default true,
  last_frame_at timestamptz,
  last_error text,
  retain_frames integer not null,
  watched_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (vessel_id, id),
  unique (vessel_id, registered_label)
);

create index camera_connection on camera (connection_id);

create table frame (
  vessel_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  mime text not null,
  width integer,
  height integer,
  bytes integer,
  trigger text not null,
  captured_at timestamptz not null,
  received_at timestamptz not null,
  primary key (vessel_id, id),
  foreign key (vessel_id, camera_id) references camera on delete cascade
);

create index frame_newest on frame (vessel_id, camera_id, received_at desc, id desc);

create index frame_link on frame (id);

create table check_in (
  vessel_id uuid not null,
  id uuid not null,
  camera_id uuid not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  frame_id uuid,
  answered_at timestamptz,
  primary key (vessel_id, id),
  foreign key (vessel_id, camera_id) references camera on delete cascade
);

create index check_in_open on check_in (vessel_id, camera_id, expires_at) where answered_at is null;

create table share (
  vessel_id uuid primary key references vessel on delete cascade,
  token text not null,
  toggles jsonb not null,
  created_at timestamptz not null default now()
);

create index share_token on share (token);
