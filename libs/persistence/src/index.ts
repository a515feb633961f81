export * from './cast.repository.js';
export * from './data-source.js';
export * from './entities/index.js';
export * from './held-votes.repository.js';
export * from './sql-file.js';
export * from './tally.repository.js';
export * from './transaction.js';
