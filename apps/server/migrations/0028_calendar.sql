-- The secret in the address of the account's calendar, in plain text, because its owner must be able to see it again; null: there is none.
alter table owner add column calendar_token text;

create unique index owner_calendar_token on owner (calendar_token);
