-- The version of a set's items, raised by each statement that changes them: reading all items to compare them would
-- take longer than saving one.
alter table service.mapping_sets add column items_version bigint not null default 0;

create function service.raise_items_version() returns trigger language plpgsql as $$
begin
  update service.mapping_sets set items_version = items_version + 1
  where id in (select mapping_set_id from changed);
  return null;
end
$$;
create trigger raise_version_added after insert on service.mapping_set_items
referencing new table as changed for each statement execute function service.raise_items_version();
create trigger raise_version_changed after update on service.mapping_set_items
referencing new table as changed for each statement execute function service.raise_items_version();
create trigger raise_version_removed after delete on service.mapping_set_items
referencing old table as changed for each statement execute function service.raise_items_version();
