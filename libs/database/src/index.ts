export { doingRequest, type RequestRun } from './current-request.js';
export { createPool, dataSourceOptions, migrate, openDataSource, poolOf } from './data-source.js';
export { GroupCommit } from './group-commit.js';
export {
  cappedCount,
  idsOfDay,
  likePattern,
  readPage,
  type RowsOfPage,
  rowsOfPage,
  searchIn,
} from './lists.js';
export { checkLogin } from './login.js';
export { APP_ROLE, createDatabaseRoles, RIGHTS, RolesError } from './roles.js';
export { sqlFile, sqlStatements } from './sql-file.js';
export { giveUpWhenSilent } from './silent-connections.js';
export { HOT_POOL } from './tokens.js';
export { type SqlRunner, type Transaction, Transactions, withRetry } from './transactions.js';
export { VotesProbe } from './votes-probe.js';
export { DatabaseModule } from './database.module.js';
