-- How the daily backups go: one row, from the first of them on. It tells of the archives of one place, and is in no backup itself.
create table backup_status (
  singleton boolean primary key default true check (singleton),
  made_at timestamptz,
  bytes bigint,
  failed_at timestamptz,
  problem text
);
