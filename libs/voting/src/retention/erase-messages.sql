-- Empty the provider's messages about one contest's payments: they name payers.
--
-- Input   $1 contest.
-- Locks   the messages' rows that change; none that a settlement waits for.
-- Writes  the bodies. Their digests stay, so that a repeated message is still recognised.
-- Reads   the whole inbox, once in a contest's life: an index on the reference would make every message dearer.
UPDATE webhook_inbox SET body = ''
WHERE reference IN (SELECT reference FROM payments WHERE contest_id = $1) AND processed_at IS NOT NULL AND body <> ''
