-- More ways to sign in than a password. The columns are better-auth's, under our names.

alter table owner add column two_factor_enabled boolean not null default false;

-- Secret and codes are encrypted with a key that is derived from SECRET_KEY.
create table two_factor (
  id uuid primary key,
  owner_id uuid not null unique references owner on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table passkey (
  id uuid primary key,
  owner_id uuid not null references owner on delete cascade,
  name text not null,
  public_key text not null,
  credential_id text not null unique,
  -- An unsigned number of 32 bits: exact here, and read as a number.
  counter double precision not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);

create index passkey_owner on passkey (owner_id);

-- What better-auth remembers for some minutes names the account in its value, where no foreign key can see it.
create function forget_verifications() returns trigger language plpgsql as $$
begin
  delete from verification where position(old.id::text in value) > 0;
  return null;
end $$;

create trigger forget_verifications after delete on owner
  for each row execute function forget_verifications();
