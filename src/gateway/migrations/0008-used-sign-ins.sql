-- A sign-in that was used stays for some time, so that after a failed return the asked page is still known.

alter table sign_ins add column used_at timestamptz;
