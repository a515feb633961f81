-- Append to a log what was read from the ledger and the rules and rosters that were sealed, and publish the checkpoint that covers it.
--
-- Input   $1 contest, $2 size of the tree before; arrays with one element per leaf: $3 vote, $4 kind, $5 step, $6 entry, $7 hash, $17 sealed rules, $18 revealed key, $20 roster; arrays
--         with one element per finished tile: $8 level, $9 place, $10 hash; arrays with one element per new salt: $11 vote, $12 salt;
--         $13 root, $14 signed note, $15 key that checks it, $16 now, $19 whether results are shown.
-- Locks   the log's row is locked by the caller.
WITH leaves AS (
  INSERT INTO log_entries (contest_id, leaf_index, vote_id, kind, step, entry, hash, rules_id, key_id, roster_id)
  SELECT $1::uuid, $2::bigint + t.place - 1, t.vote_id, t.kind, t.step, t.entry, t.hash, t.rules_id, t.key_id, t.roster_id
  FROM unnest($3::uuid[], $4::text[], $5::smallint[], $6::text[], $7::bytea[], $17::bigint[], $18::uuid[], $20::bigint[]) WITH ORDINALITY
    AS t (vote_id, kind, step, entry, hash, rules_id, key_id, roster_id, place)
  RETURNING leaf_index
),
nodes AS (
  INSERT INTO log_nodes (contest_id, level, node_index, hash)
  SELECT $1::uuid, t.level, t.place, t.hash FROM unnest($8::smallint[], $9::bigint[], $10::bytea[]) AS t (level, place, hash)
),
salts AS (
  INSERT INTO log_salts (vote_id, contest_id, salt)
  SELECT t.vote_id, $1::uuid, t.salt FROM unnest($11::uuid[], $12::bytea[]) AS t (vote_id, salt)
),
revealed AS (
  UPDATE log_keys SET revealed_at = $16::timestamptz WHERE id = ANY($18::uuid[])
),
grown AS (
  UPDATE log_trees SET size = $2::bigint + cardinality($3::uuid[]),
    open_size = CASE WHEN $19::boolean OR open_size = $2::bigint THEN $2::bigint + cardinality($3::uuid[]) ELSE open_size END,
    rules_logged = greatest(rules_logged, (SELECT max(id) FROM unnest($17::bigint[]) AS sealed (id))),
    rosters_logged = greatest(rosters_logged, (SELECT max(id) FROM unnest($20::bigint[]) AS roster (id)))
  WHERE contest_id = $1::uuid RETURNING size
)
INSERT INTO log_checkpoints (contest_id, size, root, note, verifier_key, signed_at)
SELECT $1::uuid, size, $13::bytea, $14::text, $15::text, $16::timestamptz FROM grown
