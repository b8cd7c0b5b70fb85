-- Requests of owners that were answered, known by their Idempotency-Key (docs/decisions/0031-idempotency-keys.md). The answer is
-- encrypted with the name and the body of the request: some answers hold a key that is stored nowhere else.
create table answered_request (
  owner_id uuid not null references owner on delete cascade,
  key_hash bytea not null,
  answered_at timestamptz not null default now(),
  answer bytea,
  primary key (owner_id, key_hash)
);

create index answered_request_age on answered_request (owner_id, answered_at);
