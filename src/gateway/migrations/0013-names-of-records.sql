-- What people call the changed record, and its status after the change, as the API's response had them.
alter table changes add column record_name text, add column record_status text;

-- The newest name of a record that another change didn't learn.
create index changes_by_named_record on changes (upstream, resource, record_id, id) where record_name is not null;
