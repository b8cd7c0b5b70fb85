-- When the owner is not to be disturbed: local times as HH:MM; null: never. The time zone stays when it is switched off: what was held is
-- told with its times.
alter table owner add column quiet_from text, add column quiet_until text, add column quiet_time_zone text;

-- What is sent there during quiet hours: alarms, everything or nothing.
alter table channel add column quiet_passes text not null default 'alarms';

update channel set quiet_passes = 'everything' where kind = 'webhook';

-- Until when a message was held, of one that was; and when its owner last asked for it to be sent again.
alter table message add column held_until timestamptz, add column again_at timestamptz;

create index message_held on message (vessel_id, channel_id) where held_until is not null and done_at is null;
