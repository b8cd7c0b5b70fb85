-- Whether alarms come with pictures there.
alter table channel add column frames boolean not null default true;

-- What a camera sends for an alarm has the name that it has everywhere in the API.
update message set content = jsonb_set(content::jsonb, '{event}', '"frame"')::json where content->>'event' = 'picture';
