-- Finds the prompts that one phone was sent; only direct charges have any.
CREATE INDEX payments_prompts ON payments (phone_number, created_at DESC) WHERE flow = 'CHARGE';
