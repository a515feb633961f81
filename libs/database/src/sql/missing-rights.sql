-- Statements that complete what a role may do. $1: the role; $2: its rights as JSON, { table: [right, ...] }.
-- Returns: statement, in the order to run them; none when nothing is missing. Locks nothing.
SELECT format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), $1::name) AS statement
WHERE NOT has_database_privilege($1::name, current_database(), 'CONNECT')
UNION ALL
SELECT format('GRANT USAGE ON SCHEMA public TO %I', $1::name)
WHERE NOT has_schema_privilege($1::name, 'public', 'USAGE')
UNION ALL
-- PostgreSQL before 15, and databases that came from there, let every login make tables.
SELECT 'REVOKE CREATE ON SCHEMA public FROM PUBLIC'
WHERE has_schema_privilege($1::name, 'public', 'CREATE')
UNION ALL
SELECT format('GRANT %s ON public.%I TO %I', string_agg(wanted, ', '), name, $1::name)
FROM jsonb_each($2::jsonb) AS one(name, rights), jsonb_array_elements_text(rights) AS wanted
WHERE NOT has_table_privilege($1::name, format('public.%I', name), wanted)
GROUP BY name
