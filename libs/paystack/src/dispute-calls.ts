import { ProviderError } from './errors.js';
import { type ListPage, type ListPosition } from './paging.js';
import { parseTransaction, type ProviderTransaction, type PaymentProof } from './transactions.js';
import { bigId, date, object, secureAddress, text, wholeAmount } from './read.js';
import type { PaystackTransport } from './transport.js';

export const DISPUTE_STATUSES = [
  'awaiting-merchant-feedback',
  'awaiting-bank-feedback',
  'pending',
  'resolved',
] as const;
type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
export type DisputeOutcome = 'lost' | 'won';

/** A dispute as webhooks, `GET /dispute` and `GET /dispute/:id` show it. Personal fields are not read at all. */
export interface ProviderDispute {
  id: string | null;
  status: DisputeStatus | null;
  outcome: DisputeOutcome | null;
  /** The provider's word for the outcome. */
  resolution: string | null;
  /** What the payer wants back, in subunits; absent when it is all. */
  refundAmount: number | null;
  /** When the merchant's answer has to be there; without one the provider accepts the dispute by itself. */
  dueAt: Date | null;
  resolvedAt: Date | null;
  /** The provider reminds the merchant of it. */
  isReminder?: boolean;
  transaction: ProviderTransaction;
  /** What it proves about its payment; null for one that proves nothing, or names no payment. */
  proves: DisputeProof | null;
}

const OUTCOMES: Record<string, DisputeOutcome> = {
  'merchant-accepted': 'lost',
  'auto-accepted': 'lost',
  declined: 'won',
};

/** Never throws: a field of an unexpected shape is absent. */
export function parseDispute(data: unknown): ProviderDispute {
  const fields = object(data);
  const status = text(fields.status);
  const resolution = text(fields.resolution);
  const dispute = {
    id: bigId(fields.id),
    status: DISPUTE_STATUSES.find((known) => known === status) ?? null,
    outcome: (resolution && OUTCOMES[resolution]) || null,
    resolution,
    refundAmount: wholeAmount(fields.refund_amount),
    dueAt: date(fields.dueAt),
    resolvedAt: date(fields.resolvedAt),
    transaction: parseTransaction(fields.transaction),
  };
  return { ...dispute, proves: proofOf(dispute) };
}

/** What a dispute proves about its payment. */
export interface DisputeProof {
  id: string;
  /** Our reference. */
  reference: string;
  proof: PaymentProof;
}

function proofOf(dispute: Omit<ProviderDispute, 'proves'>): DisputeProof | null {
  const { id, transaction, status } = dispute;
  const proven = provenBy(dispute);
  if (!id || !transaction.reference || !proven) return null;
  const proof = disputeProof(dispute, proven, `dispute_${status ?? ''}`);
  return { id, reference: transaction.reference, proof };
}

/** What a dispute says about its payment's money: what went back; the payer's bank may dispute a part. */
export function disputeProof(
  { id, transaction: { proof }, refundAmount, resolution }: Omit<ProviderDispute, 'proves'>,
  status: PaymentProof['status'],
  providerStatus: string,
): PaymentProof {
  return {
    ...proof,
    status,
    amount: refundAmount ?? proof.amount,
    takenAmount: proof.amount,
    providerStatus,
    message: resolution,
    ...(status === 'reversed' && id && { back: { source: 'DISPUTE', id } }),
  };
}

/** An open one has no resolution yet; words that we do not know prove nothing. */
function provenBy({
  outcome,
  resolution,
  status,
}: Omit<ProviderDispute, 'proves'>): PaymentProof['status'] | null {
  if (outcome) return outcome === 'lost' ? 'reversed' : 'dispute-won';
  return resolution === null && status !== null && status !== 'resolved' ? 'disputed' : null;
}

/** A scanned receipt on a slow line. */
const UPLOAD_TIMEOUT_MS = 60_000;

/** What the merchant says against a dispute. The provider passes it on to the payer's bank. */
export interface DisputeEvidence {
  customerEmail: string;
  customerName: string;
  customerPhone: string;
  /** What was sold. */
  serviceDetails: string;
}

export interface DisputeResolution {
  resolution: 'merchant-accepted' | 'declined';
  message: string;
  /** What goes back, in subunits. */
  refundAmount: number;
  /** As `upload` returned it; the provider's document demands a name for both resolutions. */
  uploadedFilename: string;
  /** Id of the evidence. */
  evidence?: string;
}

/** A file that the payer's bank gets to see. */
export interface EvidenceFile {
  name: string;
  contentType: string;
  bytes: Buffer;
}

/** The provider's routes for disputes (`/dispute`). Every method throws ProviderError. */
export class DisputeCalls {
  constructor(private readonly transport: PaystackTransport) {}

  /** One page of all disputes opened since, newest first. */
  since(query: { from: Date; at?: ListPosition }): Promise<ListPage<ProviderDispute>> {
    return this.transport.page('list-disputes', '/dispute', query, parseDispute);
  }

  /** @returns the evidence's id */
  async addEvidence(id: string, evidence: DisputeEvidence): Promise<string> {
    const { data } = await this.transport.call('add-evidence', `${pathOf(id)}/evidence`, {
      body: {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
      },
    });
    const evidenceId = bigId(object(data).id);
    if (!evidenceId) throw new ProviderError('unknown', 'the evidence has no id');
    return evidenceId;
  }

  /**
   * Put a file where the provider says, outside of its API: the address itself is the permission, so the key is not sent.
   * @returns the name by which a resolution refers to it
   */
  async upload(id: string, file: EvidenceFile): Promise<string> {
    const search = new URLSearchParams({ upload_filename: file.name });
    const path = `${pathOf(id)}/upload_url?${search}`;
    const { data } = await this.transport.call('upload-url', path);
    const fields = object(data);
    const address = secureAddress(fields.signedUrl);
    const name = text(fields.fileName);
    if (!address || !name) throw new ProviderError('unknown', 'the answer has no address to upload to');
    await this.transport.put(address, file, UPLOAD_TIMEOUT_MS);
    return name;
  }

  /** @returns the dispute as it is then */
  async resolve(id: string, resolution: DisputeResolution): Promise<ProviderDispute> {
    const { data } = await this.transport.call('resolve-dispute', `${pathOf(id)}/resolve`, {
      body: {
        resolution: resolution.resolution,
        message: resolution.message,
        refund_amount: resolution.refundAmount,
        uploaded_filename: resolution.uploadedFilename,
        ...(resolution.evidence && { evidence: Number(resolution.evidence) }),
      },
    });
    const dispute = parseDispute(data);
    if (dispute.id !== id) throw new ProviderError('unknown', 'the answer is about another dispute');
    return dispute;
  }
}

const pathOf = (id: string): string => `/dispute/${encodeURIComponent(id)}`;
