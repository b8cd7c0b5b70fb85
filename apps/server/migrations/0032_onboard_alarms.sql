-- What sounds on board is an alarm: alarms/rules/ready-made.ts. The fault rule leaves it to this one.
insert into alarm_rule (vessel_id, id, kind, metric, margin, hold_s, applies, severity)
select v.id, gen_random_uuid(), 'onboard_alarm', 'fault_code', 0, 0, 'always', 'alarm' from vessel v;
