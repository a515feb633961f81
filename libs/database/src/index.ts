export { doingRequest, type RequestRun } from './current-request.js';
export { createPool, migrate, poolOf } from './data-source.js';
export { GroupCommit } from './group-commit.js';
export { asView, cappedCount, idsOfDay, likePattern, readPage, rowsOfPage, searchIn } from './lists.js';
export { createDatabaseRoles, RolesError } from './roles.js';
export { sqlFile, sqlStatements } from './sql-file.js';
export { HOT_POOL } from './tokens.js';
export { type SqlRunner, Transactions, withRetry } from './transactions.js';
export { DatabaseModule } from './database.module.js';
