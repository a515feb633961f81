import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';

/** A signed checkpoint of a contest's log. Batches write it by SQL; it is never changed. */
@Entity('log_checkpoints')
export class LogCheckpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('bigint') size!: number;
  @Column('text') note!: string;
}

/** A witness's signature of a checkpoint (ADR 111), one of each. It is never changed. */
@Entity('log_cosignatures')
export class LogCosignature {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('bigint', { name: 'checkpoint_id' }) checkpointId!: number;
  @ManyToOne(() => LogCheckpoint) @JoinColumn({ name: 'checkpoint_id' }) checkpoint!: Relation<LogCheckpoint>;
  /** Verifier key of the witness. */
  @Column('text') witness!: string;
  /** As it is published, without the line break. */
  @Column('text') line!: string;
  @Column('timestamptz', { name: 'received_at' }) receivedAt!: Date;
}
