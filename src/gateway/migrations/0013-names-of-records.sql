-- What people call the changed record, and its status after the change, as the API's response had them.
alter table changes add column record_name text, add column record_status text;
