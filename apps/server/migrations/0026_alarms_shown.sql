-- Who acknowledged it: the person's name, or that of the access key. Silence: nothing is sent about it until then; without an end until the alarm ends.
alter table alarm add column acknowledged_by text, add column silenced_at timestamptz, add column silenced_until timestamptz;

create index alarm_silenced on alarm (vessel_id, rule_id, silenced_until) where silenced_until is not null;

-- Live events: what changes of alarms and rules, but not that somebody was told.
alter table vessel_change add column alarms xid8;

create or replace function note_vessel_change() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.vessel_id else new.vessel_id end;
  this xid8 := pg_current_xact_id();
begin
  case tg_argv[0]
    when 'tasks' then update vessel_change set tasks = this where vessel_id = changed and tasks is distinct from this;
    when 'logs' then update vessel_change set logs = this where vessel_id = changed and logs is distinct from this;
    when 'inspections' then update vessel_change set inspections = this where vessel_id = changed and inspections is distinct from this;
    when 'alarms' then update vessel_change set alarms = this where vessel_id = changed and alarms is distinct from this;
  end case;
  return null;
end $$;

create constraint trigger note_alarm
  after insert or delete or update of began_at, ended_at, value, text, acknowledged_at, silenced_at, silenced_until on alarm
  deferrable initially deferred for each row execute function note_vessel_change('alarms');

create constraint trigger note_alarm_rule after insert or update or delete on alarm_rule
  deferrable initially deferred for each row execute function note_vessel_change('alarms');
