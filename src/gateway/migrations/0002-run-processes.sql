-- Which process works on a run, as far as that can be told later: one that has ended on this machine is not waited for.
alter table runs add column process text;
