-- What a webhook is told of; null for other kinds of channel, which are told of all alarms.
alter table channel add column events text[];

update channel set events = '{vessel.alarm,task.due,connection.silent}' where kind = 'webhook';

-- null: the message is about no alarm.
alter table message alter column alarm_id drop not null;
