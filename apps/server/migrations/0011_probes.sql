-- What the ingest asks of each batch is a probe of a whole key, whatever the planner believes of the tables. It believes what it saw when they
-- were last analyzed, and telemetry_unrolled is often empty then: at 5,000 boats it read 1,700 rows a batch.

-- With vessel_id, so that a probe by vessel and hour is one here, too.
drop index telemetry_unrolled_newest;

create index telemetry_unrolled_newest on telemetry_unrolled (hour desc, vessel_id);
