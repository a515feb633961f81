export { ContestAuditFigures } from './contest-audit.service.js';
export { SealedContestRules } from './contest-rules.service.js';
export { eraseSalts } from './erase-salts.js';
export { PublishedLog } from './published-log.service.js';
export { Receipts } from './receipts.service.js';
export { parseTilePath, TILE_WIDTH } from './tiles.js';
export { Witnesses } from './witnesses.service.js';
export { TransparencyJobsModule, TransparencyModule } from './transparency.module.js';
