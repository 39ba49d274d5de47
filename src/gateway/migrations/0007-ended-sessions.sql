-- A session that an administrator ended stays until it expires, so that its person is told why it ended.

alter table sessions add column ended_at timestamptz;
