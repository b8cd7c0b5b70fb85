-- An operator has suspended the account. Its connections say so too, so that the statement that stores readings asks no other table.
alter table owner add column suspended_at timestamptz;

alter table connection add column suspended boolean not null default false;
