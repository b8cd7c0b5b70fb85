-- How often the account is sent a summary of its boats there; and until when what it has been sent goes, from when it asked for it on.
alter table channel add column summary text not null default 'off', add column summary_until timestamptz;
