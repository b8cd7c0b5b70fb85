-- Readings travel well compressed: lz4 where this PostgreSQL has it, pglz elsewhere (the embedded database).
do $$
begin
  alter table telemetry_batch alter column body set compression lz4;
exception when feature_not_supported then
  null;
end $$;
