-- Readings of these times arrived and are not yet judged by the alarm rules; null: none. In the row that each batch writes anyway.
alter table connection add column unjudged_from timestamptz, add column unjudged_to timestamptz;

-- When there is an alarm. The kinds are in the contract.
create table alarm_rule (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  kind text not null,
  metric text,
  instance text,
  -- Of the metric's unit; hours for the kind silent.
  "limit" double precision,
  margin double precision not null default 0,
  hold_s integer not null default 0,
  applies text not null default 'always',
  severity text not null default 'alarm',
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (vessel_id, id)
);

create index alarm_rule_silent on alarm_rule (vessel_id) where kind = 'silent';

-- A time during which a rule was broken, by the times of the readings. What the rule said then is kept: the rule may change or go.
create table alarm (
  vessel_id uuid not null references vessel on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  kind text not null,
  metric text,
  -- Empty: none.
  instance text not null,
  "limit" double precision,
  severity text not null,
  value double precision,
  text text,
  began_at timestamptz not null,
  ended_at timestamptz,
  acknowledged_at timestamptz,
  primary key (vessel_id, id)
);

-- A rule has one open alarm at most for each instance, whoever judges.
create unique index alarm_open on alarm (vessel_id, rule_id, instance) where ended_at is null;

create index alarm_began on alarm (vessel_id, began_at desc);

-- What reaches into a time.
create index alarm_ended on alarm (vessel_id, (coalesce(ended_at, 'infinity')));

-- What the judge remembers of a vessel. Whoever writes alarms or rules counts the version up, so that of two judges one starts anew.
create table alarm_judged (
  vessel_id uuid not null references vessel on delete cascade,
  version integer not null,
  -- The state is that after the readings up to this time.
  until_at timestamptz,
  state text,
  primary key (vessel_id)
) with (fillfactor = 70);

-- The rules that a new vessel has: alarms/rules/ready-made.ts.
insert into alarm_rule (vessel_id, id, kind, metric, "limit", margin, hold_s, applies, severity)
select v.id, gen_random_uuid(), r.* from vessel v cross join (values
  ('above', 'bilge_water', 0.5::double precision, 0::double precision, 0, 'always', 'alarm'),
  ('sum_above', 'bilge_pump_cycles', 6, 2, 0, 'always', 'warning'),
  ('above', 'engine_coolant_temp', 98, 4, 10, 'always', 'alarm'),
  ('below', 'engine_oil_pressure', 100, 30, 10, 'engine_running', 'alarm'),
  ('below', 'battery_soc_pct', 20, 5, 60, 'always', 'warning'),
  ('bank_below', 'battery_voltage', 11.8, 0.4, 300, 'always', 'warning'),
  ('below', 'shore_power', 0.5, 0, 60, 'at_rest', 'warning'),
  ('fault', 'fault_code', null, 0, 0, 'always', 'warning'),
  ('above', 'waste_level_pct', 90, 5, 300, 'always', 'warning'),
  ('silent', null, 24, 0, 0, 'always', 'warning')
) r (kind, metric, "limit", margin, hold_s, applies, severity);

-- What stands now is found out by the readings of the last hour.
update connection set unjudged_from = telemetry_at - interval '1 hour', unjudged_to = telemetry_at where telemetry_at is not null;
