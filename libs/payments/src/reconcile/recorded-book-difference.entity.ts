import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BookDifferenceView } from '@abato/contracts';

/** A difference between the books and the provider's that a comparison has found. Comparisons write it by SQL; this entity is for lists. */
@Entity('book_differences')
export class RecordedBookDifference {
  @PrimaryColumn('text') reference!: string;
  @PrimaryColumn('text') class!: BookDifferenceView['class'];
  @Column('uuid', { name: 'contest_id', nullable: true }) contestId!: string | null;
  @Column('bigint', { name: 'provider_amount_pesewas', nullable: true }) providerPesewas!: number | null;
  @Column('bigint', { name: 'booked_amount_pesewas', nullable: true }) bookedPesewas!: number | null;
  @Column('timestamptz', { name: 'found_at' }) foundAt!: Date;
  @Column('timestamptz', { name: 'resolved_at', nullable: true }) resolvedAt!: Date | null;
}
