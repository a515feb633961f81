-- Why the login of this connection may do more than the platform's processes should: one row a reason, none for a safe login.
-- Asked of session_user, not of current_user: SET ROLE and RESET ROLE change nothing about what a login can reach.
-- Locks nothing.
WITH login AS (
  SELECT oid, rolsuper FROM pg_roles WHERE rolname = session_user
),
-- The login, and every role it is a member of, directly or by others. A superuser is one of everything: it alone is enough.
reach AS (
  SELECT r.*, CASE WHEN r.oid = login.oid THEN '' ELSE format('may act as %I, which ', r.rolname) END AS how
  FROM pg_roles r, login
  WHERE r.oid = login.oid OR (NOT login.rolsuper AND pg_has_role(login.oid, r.oid, 'MEMBER'))
)
SELECT how || 'is a superuser' AS danger FROM reach WHERE rolsuper
UNION ALL
SELECT how || 'may create roles' FROM reach WHERE rolcreaterole AND NOT rolsuper
UNION ALL
SELECT how || 'bypasses row security' FROM reach WHERE rolbypassrls AND NOT rolsuper
UNION ALL
SELECT how || 'may copy the whole server' FROM reach WHERE rolreplication AND NOT rolsuper
UNION ALL
SELECT how || 'reaches the server''s files, programs or all data' FROM reach
WHERE rolname IN ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_write_all_data')
UNION ALL
SELECT how || format('owns the database %I', datname) FROM reach JOIN pg_database ON datdba = reach.oid
WHERE datname = current_database() AND NOT rolsuper
UNION ALL
SELECT how || format('owns the schema %I', min(nspname)) FROM reach JOIN pg_namespace ON nspowner = reach.oid
WHERE nspname !~ '^pg_(toast_)?temp_' AND NOT rolsuper GROUP BY how
UNION ALL
SELECT how || format('owns the table %I', min(relname)) FROM reach JOIN pg_class ON relowner = reach.oid
WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND relpersistence <> 't' AND NOT rolsuper GROUP BY how
UNION ALL
SELECT how || format('owns the function %I', min(proname)) FROM reach JOIN pg_proc ON proowner = reach.oid
WHERE NOT rolsuper GROUP BY how
