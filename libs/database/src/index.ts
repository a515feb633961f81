export { cappedCount } from './capped-count.js';
export { createPool, isMigrated, migrate } from './data-source.js';
export { GroupCommit } from './group-commit.js';
export { likePattern } from './like-pattern.js';
export { sqlFile } from './sql-file.js';
export { HOT_POOL } from './tokens.js';
export { inTransaction, type NamedStatement, type SqlRunner, withRetry } from './transaction.js';
export { DatabaseModule } from './database.module.js';
