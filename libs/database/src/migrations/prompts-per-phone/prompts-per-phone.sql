-- Finds the prompts that one phone was sent; only direct charges have any.

-- Votes and payments come in meanwhile: rather fail and be run again than make them queue up behind a long query.
SET LOCAL lock_timeout = '10s';

CREATE INDEX payments_prompts ON payments (phone_number, created_at DESC) WHERE flow = 'CHARGE';
