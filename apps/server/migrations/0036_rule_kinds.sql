-- Of the kind outside: the middle of the circle, degrees.
alter table alarm_rule add column lat double precision, add column lon double precision;

-- Rules that look at no readings are looked for by kind.
drop index alarm_rule_silent;

create index alarm_rule_by_clock on alarm_rule (kind, vessel_id) where metric is null;

create index alarm_open_by_clock on alarm (kind, vessel_id) where ended_at is null and metric is null;

-- When the rules about tasks were last judged; null: tasks or the logbook changed since.
alter table vessel_change add column tasks_judged_at timestamptz;

create index vessel_change_tasks_judged on vessel_change (tasks_judged_at);

create or replace function note_vessel_change() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.vessel_id else new.vessel_id end;
  this xid8 := pg_current_xact_id();
begin
  case tg_argv[0]
    when 'tasks' then update vessel_change set tasks = this, tasks_judged_at = null where vessel_id = changed and tasks is distinct from this;
    when 'logs' then update vessel_change set logs = this, tasks_judged_at = null where vessel_id = changed and logs is distinct from this;
    when 'inspections' then update vessel_change set inspections = this where vessel_id = changed and inspections is distinct from this;
    when 'alarms' then update vessel_change set alarms = this where vessel_id = changed and alarms is distinct from this;
  end case;
  return null;
end $$;

-- The rules that a new vessel has: alarms/rules/ready-made.ts.
insert into alarm_rule (vessel_id, id, kind, "limit", severity, enabled)
select v.id, gen_random_uuid(), r.* from vessel v cross join (values
  ('task_overdue', null::double precision, 'warning', true),
  ('camera_silent', 24, 'warning', false),
  ('key_expiring', 14, 'warning', true)
) r (kind, "limit", severity, enabled);
