-- What came in an hour, for the operator's figures: each process adds what it counted once a minute (apps/server/src/operator/traffic.ts),
-- so that a figure costs 30 days of rows and not 30 days of readings.
create table traffic (
  hour timestamptz primary key,
  requests bigint not null,
  refused bigint not null,
  failed bigint not null,
  readings bigint not null,
  readings_rejected bigint not null,
  frames bigint not null,
  frames_refused bigint not null
) with (fillfactor = 50);
