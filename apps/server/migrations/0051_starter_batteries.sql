-- A rule of the kind bank_below no longer looks at starter batteries, unless it names one. A boat without a rule for them gets one with the limit
-- that they had, and their alarms go with it.
with general as (
  select *, gen_random_uuid() as starter_id from alarm_rule r
  where kind = 'bank_below' and metric = 'battery_voltage' and instance is null
    and not exists (select from alarm_rule s where s.vessel_id = r.vessel_id and s.kind = 'starter_below')
), added as (
  insert into alarm_rule (vessel_id, id, kind, metric, "limit", margin, hold_s, applies, severity, enabled, camera_id, created_at)
  select vessel_id, starter_id, 'starter_below', metric, "limit", margin, hold_s, applies, severity, enabled, camera_id, created_at from general
)
update alarm a set rule_id = g.starter_id, kind = 'starter_below' from general g
where a.vessel_id = g.vessel_id and a.rule_id = g.id and a.instance ~* 'start';

-- Elsewhere the rule for starter batteries tells of them.
update alarm a set ended_at = greatest(a.began_at, now()) from alarm_rule r
where r.vessel_id = a.vessel_id and r.id = a.rule_id and r.kind = 'bank_below' and r.instance is null
  and a.ended_at is null and a.instance ~* 'start';

update alarm_judged set version = version + 1, state = null
where vessel_id in (select vessel_id from alarm_rule where kind = 'bank_below');
