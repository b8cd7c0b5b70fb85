-- The secret in the address of a vessel's calendar, in plain text, because its owner must be able to see it again; no row: there is none.
create table vessel_calendar (
  vessel_id uuid primary key references vessel on delete cascade,
  token text not null
);

create index vessel_calendar_token on vessel_calendar (token);
