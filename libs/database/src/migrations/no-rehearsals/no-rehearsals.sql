-- Rehearsals are no longer started from the console: their table goes.
--
-- Safe beside the release before this one (0.1.0): it does not know the table. Builds between the two write its name into the statement of
-- the audit log: stop them first (docs/upgrades.md).

SET LOCAL lock_timeout = '10s';

DROP TABLE rehearsals;
