-- Sums of the entries of before, by the same function as those of later ones. In the transaction that has locked the journal (host-sums.sql).
CREATE TEMPORARY TABLE entries_of_before (LIKE journal) ON COMMIT DROP;
CREATE TRIGGER journal_sums AFTER INSERT ON entries_of_before REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_journal();
INSERT INTO entries_of_before SELECT * FROM journal;
