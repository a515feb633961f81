import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FeePolicy } from '@abato/contracts';

/** What the platform takes of a host's payments from a time on (ADR 120). It is never changed. */
@Entity('fee_policies')
export class FeePolicyVersion implements FeePolicy {
  @PrimaryColumn('uuid', { name: 'host_id' }) hostId!: string;
  @PrimaryColumn('integer') version!: number;
  @Column('integer', { name: 'basis_points' }) basisPoints!: number;
  @Column('bigint', { name: 'fixed_pesewas' }) fixedPesewas!: number;
  @Column('bigint', { name: 'minimum_pesewas' }) minimumPesewas!: number;
  @Column('text') bearer!: FeePolicy['bearer'];
  @Column('uuid', { name: 'created_by' }) createdBy!: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
