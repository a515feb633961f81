-- What a direct charge asks of the payer, in the provider's words: not the reason of a failure, which later proofs overwrite.

SET LOCAL lock_timeout = '10s';

ALTER TABLE payments
  ADD COLUMN charge_text text,
  ADD COLUMN charge_url text;
