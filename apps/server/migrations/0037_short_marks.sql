-- What a batch in a block is known by: the beginnings of its key, two thirds of the bytes, and of the digest of what was sent with it. It is 9 bytes
-- in rows of from now on; those that there are keep their 12.
alter table telemetry_answered add column mark_bytes smallint not null default 12;

alter table telemetry_answered alter column mark_bytes set default 9;

create function key_mark(batch_key uuid, mark_bytes smallint) returns bytea language sql immutable parallel safe
as $$ select substring(uuid_send(batch_key) from 1 for mark_bytes * 2 / 3) $$;

create function batch_mark(batch_key uuid, body_hash uuid, mark_bytes smallint) returns bytea language sql immutable parallel safe
as $$
  select key_mark(batch_key, mark_bytes)
    || coalesce(substring(uuid_send(body_hash) from 1 for mark_bytes / 3), substring('\x00000000'::bytea from 1 for mark_bytes / 3))
$$;

drop function batch_mark(uuid, uuid);
