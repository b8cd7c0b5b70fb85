-- A salvage of a damaged backup may have lost the operator's rules, which nobody can add by hand: it calls this, and so does this migration for
-- installations that lost them before.
create function add_installation_rules() returns void language sql as $$
  insert into installation_rule (kind, "limit", severity, position) values
    ('disk_space', 10, 'alarm', 1), ('backup', 48, 'alarm', 2), ('process', 3, 'warning', 3), ('lag', 5, 'warning', 4)
  on conflict do nothing
$$;

select add_installation_rules();
