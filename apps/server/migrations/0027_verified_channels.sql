-- When its owner has shown that messages arrive there: at once, but for e-mail addresses. null: nothing is sent there.
alter table channel add column verified_at timestamptz;

update channel set verified_at = created_at;
