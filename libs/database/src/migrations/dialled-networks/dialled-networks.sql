-- Which network began a verification by dialling, as a keyed digest (ADR 136): when too many wait for one phone, the network with most of
-- them loses its oldest.
--
-- Expand-only: the release before this one writes none.

SET LOCAL lock_timeout = '10s';

ALTER TABLE phone_verifications ADD COLUMN network bytea;
