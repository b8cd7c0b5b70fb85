-- When the owner last proved by the password, with this session, who they are.
alter table session add column confirmed_at timestamptz;

-- The access key that created the connection, until its owner takes it over; without a foreign key, which Citus does not have here.
alter table connection add column access_key_id uuid;

create index connection_access_key on connection (access_key_id) where access_key_id is not null;
