export { AppError } from './app-error.js';
export { type Canonical, canonicalJson, checkShape, type JsonShape } from './json-shape.js';
export { CachedReading, measurePools } from './metrics.js';
export {
  BLOCKING_REDIS,
  type Clock,
  CLOCK,
  ENVIRONMENT,
  LOGGER,
  METRICS,
  REDIS,
  systemClock,
} from './tokens.js';
export { DEMO_ACCOUNTS } from './demo-accounts.js';
export { type Cell, CSV_BYTE_ORDER_MARK, csvLine, slugOf, xlsxOf } from './csv.js';
export {
  type Environment,
  isSet,
  readEnvironment,
  readSettings,
  requiresSettlementAccount,
  type SettingName,
} from './environment.js';
export {
  idsWithCode,
  newId,
  newBallotCode,
  newReceiptCode,
  newReference,
  receiptCodeOf,
  smallestIdAt,
  storedCodeOf,
} from './ids.js';
export { SWITCHED_OFF } from './setting-types.js';
export { SMS_PROVIDERS, type SmsProvider } from './sms-settings.js';
export { openForOperators } from './internal-server.js';
export { announceReady, onShutdown } from './lifecycle.js';
export { type Logger } from './logger.js';
export { NOTE_KEY_TYPES, type NoteKey, readKeyList, readNoteKey } from './key-list.js';
export { networkOf, senderNetwork } from './network-of.js';
export { inTime, PartError, Readiness, readinessAnswer } from './readiness.js';
export { RedisScript } from './redis-script.js';
export { createBlockingRedis, createRedis, forQueues, type RedisClient } from './redis.js';
export { Secrets } from './secrets.js';
export {
  currentTrace,
  isTracing,
  keepTrace,
  openSpan,
  type OpenSpan,
  startTracing,
  stopTracing,
  traced,
  type TraceParent,
} from './tracing.js';
export { PlatformModule } from './platform.module.js';
export { Resources } from './resources.js';
export { type PdfFile, pdfOf } from './pdf/pdf-file.js';
