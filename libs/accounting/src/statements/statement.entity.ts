import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StatementContent, StatementRow, StatementTotals } from './statement-content.js';

/** A statement as it was issued (ADR 122). It is never changed. */
@Entity('statements')
export class IssuedStatement implements StatementRow {
  @PrimaryColumn('uuid', { name: 'host_id' }) hostId!: string;
  @PrimaryColumn('integer') number!: number;
  @Column('text', { nullable: true }) month!: string | null;
  @Column('uuid', { name: 'contest_id', nullable: true }) contestId!: string | null;
  @Column('timestamptz', { name: 'issued_at' }) issuedAt!: Date;
  @Column('jsonb') content!: StatementContent;
  @Column('jsonb') totals!: StatementTotals;
  @Column('integer', { name: 'invoice_number', nullable: true }) invoiceNumber!: number | null;
}
