-- Old rows are found by their numbers, the lowest first.

drop index audit_rows_appended_at_idx;
