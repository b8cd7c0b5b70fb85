-- Who did what, when and from where, for the account's owner and for the operator; kept for a year.
create table audit_event (
  id uuid primary key,
  at timestamptz not null,
  -- The account that it is about; null where it is about none that is left.
  owner_id uuid references owner on delete cascade,
  -- An operator who did it to another's account.
  by_id uuid references owner on delete set null,
  kind text not null,
  detail jsonb not null,
  ip text,
  user_agent text,
  -- Of a sign-in: SHA-256 of the browser's device cookie.
  device bytea,
  -- Of a sign-in from a device not seen before: its owner has not yet answered the notice.
  notice boolean not null default false
);

create index audit_event_owner on audit_event (owner_id, id);

create index audit_event_by on audit_event (by_id) where by_id is not null;

create index audit_event_at on audit_event (at);

create index audit_event_notice on audit_event (owner_id) where notice;
