-- A limit of age is acted on a week after it was set (docs/decisions/0020-retention.md): what is deleted by a mistake never comes back.
-- Null where there is none.
alter table vessel add column telemetry_keep_from timestamptz;

update vessel set telemetry_keep_from = now() + interval '7 days' where telemetry_keep_days is not null;
