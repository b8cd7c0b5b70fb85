-- The camera that is asked for a picture when the rule's alarm begins.
alter table alarm_rule add column camera_id uuid,
  add foreign key (vessel_id, camera_id) references camera on delete set null (camera_id);

-- The camera that the rule named when the alarm was told, and until when its picture is awaited; null: it is not, or it has come.
alter table alarm add column camera_id uuid, add column picture_until timestamptz,
  add foreign key (vessel_id, camera_id) references camera on delete set null (camera_id);

create index alarm_picture_until on alarm (picture_until) where picture_until is not null;
