-- Where an account is told of alarms.
create table channel (
  owner_id uuid not null references owner on delete cascade,
  id uuid not null primary key,
  kind text not null,
  name text not null,
  address text not null,
  -- Signs webhooks; null for other kinds.
  secret text,
  severity text not null,
  language text not null,
  enabled boolean not null default true,
  told_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);

create index channel_owner on channel (owner_id);

-- When the owner was told that it began, and that it ended. What ended before it could be told is not told.
alter table alarm add column created_at timestamptz not null default now(), add column told_at timestamptz, add column told_end_at timestamptz;

-- Those that there are were shown before anybody could be told.
update alarm set told_at = now(), told_end_at = ended_at;

create index alarm_untold on alarm (vessel_id) where told_at is null and ended_at is null;

create index alarm_end_untold on alarm (vessel_id) where told_at is not null and told_end_at is null and ended_at is not null;

-- Messages to send, and those that were sent lately.
create table message (
  vessel_id uuid not null references vessel on delete cascade,
  -- In the order in which they were made; what receivers know repeats by.
  id uuid not null,
  channel_id uuid not null,
  alarm_id uuid not null,
  -- What is sent, without what depends on the kind of channel.
  content json not null,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  -- Accepted, or given up.
  done_at timestamptz,
  error text,
  primary key (vessel_id, id)
);

create index message_due on message (next_try_at) where done_at is null;

create index message_of_alarm on message (vessel_id, alarm_id, channel_id) where done_at is null;
