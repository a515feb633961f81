import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Actor } from '@abato/accounts';
import { HOT_POOL, sqlFile } from '@abato/database';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { PublishedLog } from '@abato/transparency';
import { DisputesService } from './disputes.service.js';
import { evidencePdf, type EvidenceProof } from './evidence-pdf.js';
import { EvidenceService } from './evidence.service.js';

const PROOF = sqlFile(import.meta.url, './evidence-proof.sql');

/** The evidence of a disputed payment as a file for the payer's bank (ADR 130). */
@Injectable()
export class EvidencePackService {
  constructor(
    @Inject(HOT_POOL) private readonly pool: pg.Pool,
    @Inject(ENVIRONMENT) private readonly env: Pick<Environment, 'PUBLIC_URL'>,
    private readonly disputes: DisputesService,
    private readonly evidence: EvidenceService,
    private readonly published: PublishedLog,
  ) {}

  /**
   * Of own contests, for super admins of all; resolved disputes too. Who took it is written down.
   * @throws AppError PAYMENT_NOT_FOUND for an unknown dispute and another organiser's
   */
  async pdf(actor: Actor, disputeId: string): Promise<{ name: string; bytes: Buffer }> {
    const { dispute, paymentId } = await this.disputes.view(actor, disputeId);
    const { contestId, reference } = dispute;
    // Entries are told only of a log that is public: their places tell how many votes there are.
    const isPublic = await this.published.isPublic(contestId);
    const { rows } = await this.pool.query<Omit<EvidenceProof, 'checkpoint'>>(PROOF, [paymentId, isPublic]);
    const { log, rules } = rows[0] ?? { log: null, rules: null };
    const checkpoint = log && (await this.published.checkpoint(contestId));
    const evidence = await this.evidence.collect(actor, paymentId);
    const bytes = await evidencePdf(dispute, evidence, {
      proof: { log, rules, checkpoint },
      publicUrl: this.env.PUBLIC_URL,
    });
    return { name: `evidence-${reference}.pdf`, bytes };
  }
}
