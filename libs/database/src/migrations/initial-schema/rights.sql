-- What the processes may do: the role `abato_app`.

GRANT USAGE ON SCHEMA public TO abato_app;
GRANT SELECT, INSERT, UPDATE ON users, password_resets, hosts, contests, categories, contestants, votes, payments,
  contest_tallies, contestant_tallies, contest_hours, contest_voters, refunds, webhook_inbox, mail_outbox TO abato_app;
GRANT DELETE ON password_resets, hosts, contests, categories, contestants, tally_outbox, mail_outbox TO abato_app;
GRANT SELECT, INSERT ON vote_ledger, payment_events, receipts, audit_log, tally_outbox TO abato_app;
-- FOR UPDATE SKIP LOCKED in the drain needs the right to update, which the drain itself never uses.
GRANT UPDATE ON tally_outbox TO abato_app;
GRANT SELECT ON migrations TO abato_app;
