-- One statement decides who is first: an account that is made as the first one, while sign-up is closed, is refused if it is not.
create or replace function first_owner_is_operator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(20260101);
  if new.operator and exists (select from owner) then
    raise unique_violation using message = 'another account is the first';
  end if;
  new.operator := not exists (select from owner);
  return new;
end $$;
