-- A response is kept for requests with the same key only: without a key nothing would ever remove it.

update changes set answer = null where key is null and answer is not null;
