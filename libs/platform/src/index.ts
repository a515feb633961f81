export { AppError } from './app-error.js';
export { type Canonical, canonicalJson } from './canonical-json.js';
export { CachedReading } from './cached-reading.js';
export { type Clock, CLOCK, systemClock } from './clock.js';
export { DEMO_ACCOUNTS } from './demo-accounts.js';
export { xlsxOf } from './xlsx.js';
export { type Cell, CSV_BYTE_ORDER_MARK, csvLine, slugOf } from './csv.js';
export {
  type Environment,
  isSet,
  readEnvironment,
  readSettings,
  requiresSettlementAccount,
  type SettingName,
} from './environment.js';
export { describeSettings } from './setting-descriptions.js';
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
export { startInternalServer } from './internal-server.js';
export { announceReady, onShutdown } from './lifecycle.js';
export { createLogger, type Logger } from './logger.js';
export { type NamedKey, readKeyList } from './key-list.js';
export { networkOf, senderNetwork } from './network-of.js';
export { NOTE_KEY_TYPES, type NoteKey, readNoteKey } from './note-key.js';
export { createRegistry } from './metrics.js';
export { PartError, Readiness, readinessAnswer } from './readiness.js';
export { RedisScript } from './redis-script.js';
export {
  assertUsable,
  createBlockingRedis,
  createRedis,
  createSubscriber,
  forQueues,
  type RedisClient,
} from './redis.js';
export { Secrets } from './secrets.js';
export { BLOCKING_REDIS, ENVIRONMENT, LOGGER, METRICS, REDIS } from './tokens.js';
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
export { measurePools } from './pool-metrics.js';
export { PlatformModule } from './platform.module.js';
export { Resources } from './resources.js';
export { checkShape, type JsonShape } from './json-shape.js';
export { inTime } from './in-time.js';
export { type PdfFile, pdfOf } from './pdf/pdf-file.js';
