import { InitialSchema1763712000000 } from './1763712000000-initial-schema.js';
import { FreeVoteAbuse1763798400000 } from './1763798400000-free-vote-abuse.js';
import { ReceiptsAndReconciliation1763805600000 } from './1763805600000-receipts-and-reconciliation.js';
import { VotePace1763812800000 } from './1763812800000-vote-pace.js';
import { PromptsPerPhone1763820000000 } from './1763820000000-prompts-per-phone.js';
import { FinalResults1763823600000 } from './1763823600000-final-results.js';
import { UnpaidVotes1763829712000 } from './1763829712000-unpaid-votes.js';
import { CountingVotes1763830000021 } from './1763830000021-counting-votes.js';
import { SilentReversals1763830000022 } from './1763830000022-silent-reversals.js';
import { VerifiedEmails1763833200011 } from './1763833200011-verified-emails.js';
import { SecondFactors1763833200012 } from './1763833200012-second-factors.js';
import { CashEntries1763836800031 } from './1763836800031-cash-entries.js';
import { AuditReading1763836800032 } from './1763836800032-audit-reading.js';
import { FiguresAtTheEnd1763840400041 } from './1763840400041-figures-at-the-end.js';
import { MoneyReturns1763840402041 } from './1763840402041-money-returns.js';
import { ChargeSteps1763840404041 } from './1763840404041-charge-steps.js';
import { Disputes1763840404042 } from './1763840404042-disputes.js';
import { RefundRequests1763845200015 } from './1763845200015-refund-requests.js';
import { TransparencyLog1763856000001 } from './1763856000001-transparency-log.js';
import { WithdrawnRequests1763856100001 } from './1763856100001-withdrawn-requests.js';
import { PayerMessages1763856100002 } from './1763856100002-payer-messages.js';
import { BookSearch1763856200001 } from './1763856200001-book-search.js';
import { StageRemotes1763856300001 } from './1763856300001-stage-remotes.js';
import { NomineeCodes1763863200001 } from './1763863200001-nominee-codes.js';
import { UssdCharges1763863200002 } from './1763863200002-ussd-charges.js';
import { VerificationLevel1763863300001 } from './1763863300001-verification-level.js';
import { PhoneVerifications1763863300002 } from './1763863300002-phone-verifications.js';
import { SettlementAccounts1763863400001 } from './1763863400001-settlement-accounts.js';
import { FeePolicies1763863400002 } from './1763863400002-fee-policies.js';
import { Journal1763863400003 } from './1763863400003-journal.js';
import { SealedRules1763863500001 } from './1763863500001-sealed-rules.js';
import { Settlements1763870000000 } from './1763870000000-settlements.js';
import { Statements1763871000000 } from './1763871000000-statements.js';
import { PriceRules1763872000000 } from './1763872000000-price-rules.js';
import { Electorate1763873000000 } from './1763873000000-electorate.js';
import { DialledVerifications1763874000000 } from './1763874000000-dialled-verifications.js';
import { SmsMessages1763874100000 } from './1763874100000-sms-messages.js';
import { Cosignatures1763875000000 } from './1763875000000-cosignatures.js';
import { HiddenEntries1763880000000 } from './1763880000000-hidden-entries.js';
import { StoredTiles1763881000000 } from './1763881000000-stored-tiles.js';
import { LightVotes1763883000000 } from './1763883000000-light-votes.js';
import { DialledNetworks1763884000000 } from './1763884000000-dialled-networks.js';
import { ClosedDifferences1763886000000 } from './1763886000000-closed-differences.js';
import { FirstEntries1763892000000 } from './1763892000000-first-entries.js';
import { PublicLogs1763894000000 } from './1763894000000-public-logs.js';
import { HostSums1763896000000 } from './1763896000000-host-sums.js';
import { ToldOtherwise1763897000000 } from './1763897000000-told-otherwise.js';
import { Rehearsals1763899000000 } from './1763899000000-rehearsals.js';
import { RehearsalCodes1763899500000 } from './1763899500000-rehearsal-codes.js';
import { Appeals1763899700000 } from './1763899700000-appeals.js';

/** In order. Explicit, so that a bundler or a stray file cannot change what runs. */
export const migrations = [
  InitialSchema1763712000000,
  FreeVoteAbuse1763798400000,
  ReceiptsAndReconciliation1763805600000,
  VotePace1763812800000,
  PromptsPerPhone1763820000000,
  FinalResults1763823600000,
  UnpaidVotes1763829712000,
  CountingVotes1763830000021,
  SilentReversals1763830000022,
  VerifiedEmails1763833200011,
  SecondFactors1763833200012,
  CashEntries1763836800031,
  AuditReading1763836800032,
  FiguresAtTheEnd1763840400041,
  MoneyReturns1763840402041,
  ChargeSteps1763840404041,
  Disputes1763840404042,
  RefundRequests1763845200015,
  TransparencyLog1763856000001,
  WithdrawnRequests1763856100001,
  PayerMessages1763856100002,
  BookSearch1763856200001,
  StageRemotes1763856300001,
  NomineeCodes1763863200001,
  UssdCharges1763863200002,
  VerificationLevel1763863300001,
  PhoneVerifications1763863300002,
  SettlementAccounts1763863400001,
  FeePolicies1763863400002,
  Journal1763863400003,
  SealedRules1763863500001,
  Settlements1763870000000,
  Statements1763871000000,
  PriceRules1763872000000,
  Electorate1763873000000,
  DialledVerifications1763874000000,
  SmsMessages1763874100000,
  Cosignatures1763875000000,
  HiddenEntries1763880000000,
  StoredTiles1763881000000,
  LightVotes1763883000000,
  DialledNetworks1763884000000,
  ClosedDifferences1763886000000,
  FirstEntries1763892000000,
  PublicLogs1763894000000,
  HostSums1763896000000,
  ToldOtherwise1763897000000,
  Rehearsals1763899000000,
  RehearsalCodes1763899500000,
  Appeals1763899700000,
];
