-- Attempts at a secret of an account (its password, a code of its authenticator app), counted before they are checked.
create table attempt (
  owner_id uuid not null references owner on delete cascade,
  secret text not null,
  tries integer not null,
  window_ends timestamptz not null,
  primary key (owner_id, secret)
);
