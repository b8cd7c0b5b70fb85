-- Since when readings of the connection wait to be judged, and in how many batches: so a process that judged what it stored itself can tell
-- that nothing else came, and others can tell what nobody is about to note.
alter table connection add column unjudged_since timestamptz, add column unjudged_batches integer not null default 0;
