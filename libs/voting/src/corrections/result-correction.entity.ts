import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CorrectionDecision, ResultCategory, ResultChange } from '@abato/contracts';

/** A correction of a final result (ADR 61). */
@Entity('result_corrections')
export class ResultCorrection {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('jsonb') changes!: ResultChange[];
  @Column('text') reason!: string;
  @Column('uuid', { name: 'asked_by' }) askedBy!: string;
  @Column('timestamptz', { name: 'asked_at' }) askedAt!: Date;
  /** null: it waits. */
  @Column('text', { nullable: true }) decision!: CorrectionDecision | null;
  @Column('uuid', { name: 'decided_by', nullable: true }) decidedBy!: string | null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) decidedAt!: Date | null;
  @Column('text', { name: 'decision_reason', nullable: true }) decisionReason!: string | null;
  /** Of the result that it made; null unless confirmed. */
  @Column('integer', { nullable: true }) version!: number | null;
  /** The result that it replaced. */
  @Column('jsonb', { name: 'result_before', nullable: true }) resultBefore!: ResultCategory[] | null;
}
