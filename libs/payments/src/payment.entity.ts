import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { MobileNetwork, PaymentChannel, PaymentMethod } from '@abato/contracts';
import { Vote } from '@abato/voting';
import type { PaymentState } from './rules/payment-state.js';

/** One attempt to pay for a vote. Its state changes only in `@abato/payments`. */
@Entity('payments')
export class Payment {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'vote_id' }) voteId!: string;
  @ManyToOne(() => Vote, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'vote_id' })
  vote!: Relation<Vote>;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('text') reference!: string;
  @Column('text') method!: PaymentMethod;
  @Column('text', { nullable: true }) channel!: PaymentChannel | null;
  @Column('text') flow!: 'CHECKOUT' | 'CHARGE' | 'MANUAL';
  @Column('text') state!: PaymentState;
  @Column('bigint', { name: 'amount_pesewas' }) amountPesewas!: number;
  @Column('text') currency!: string;
  @Column('text', { name: 'phone_number', nullable: true }) phoneNumber!: string | null;
  @Column('text', { nullable: true }) network!: MobileNetwork | null;
  @Column('text', { name: 'authorization_url', nullable: true }) authorizationUrl!: string | null;
  @Column('text', { name: 'provider_status', nullable: true }) providerStatus!: string | null;
  @Column('text', { name: 'provider_message', nullable: true }) providerMessage!: string | null;
  @Column('bigint', { name: 'fees_pesewas', nullable: true }) feesPesewas!: number | null;
  @Column('timestamptz', { name: 'paid_at', nullable: true }) paidAt!: Date | null;
  @Column('timestamptz', { name: 'settled_at', nullable: true }) settledAt!: Date | null;
  @Column('timestamptz', { name: 'next_check_at', nullable: true }) nextCheckAt!: Date | null;
  @Column('integer') checks!: number;
  @Column('uuid', { name: 'actor_user_id', nullable: true }) actorUserId!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
}
