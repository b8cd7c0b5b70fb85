-- To look through years of logs may take longer than a statement otherwise may.
set local statement_timeout = 0;

-- Null: a task made before the meter was known counts from the meter at its start, or from the first that becomes known.
alter table task alter column start_hours drop not null;

alter table task add column safety boolean not null default false, add column once boolean not null default false, add column finding_id uuid;

-- A finding of an inspection has one task. Completed inspections are deleted with their vessel only, so no foreign key is needed.
create unique index task_finding on task (vessel_id, finding_id) where finding_id is not null;

update task set start_hours = null
where start_hours = 0 and not exists (
  select from engine_hour_log e
  where e.vessel_id = task.vessel_id and e.hours is not null and e.logged_at <= task.created_at
);

-- The ready-made tasks of the sets "safety" and "gas", by their titles as title-key.ts compares them.
update task set safety = true where title_key in (
  'life jackets: check and arm',
  'rettungswesten prüfen und scharf machen',
  'life raft: service',
  'rettungsinsel: wartung',
  'fire extinguishers: inspection',
  'feuerlöscher: prüfung',
  'flares: expiry date',
  'seenotsignale: ablaufdatum',
  'epirb and plb: self-test',
  'epirb und plb: selbsttest',
  'epirb: battery',
  'epirb: batterie',
  'hydrostatic releases',
  'wasserdruckauslöser',
  'first-aid kit: dates and gaps',
  'bordapotheke: daten und lücken',
  'jackstays, tethers and guard rails',
  'strecktaue, lifelines und seereling',
  'man overboard gear: try it',
  'mann-über-bord-ausrüstung ausprobieren',
  'bilge pumps and float switches: test',
  'bilgepumpen und schwimmerschalter prüfen',
  'navigation lights: test',
  'positionslichter prüfen',
  'vhf and dsc: test',
  'ukw-funk und dsc prüfen',
  'smoke, gas and co alarms: test',
  'rauch-, gas- und co-melder prüfen',
  'gas and co alarms: renew',
  'gas- und co-melder erneuern',
  'gas: leak test',
  'gas: dichtigkeit prüfen',
  'gas: inspection by an expert',
  'gas: prüfung durch sachkundige (g 608)',
  'gas: hoses, renew',
  'gas: schläuche erneuern',
  'gas: regulator, renew',
  'gas: druckregler erneuern'
);

-- A currency of nothing but white space is none; the contract no longer takes one.
update service_log set currency = null where trim(currency) = '';

update engine_hour_log set currency = null where trim(currency) = '';

-- A later migration of the same transaction may alter the table: no trigger of it may still wait.
set constraints all immediate;
