import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A signed checkpoint of a contest's log. Batches write it by SQL; it is never changed. */
@Entity('log_checkpoints')
export class LogCheckpoint {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  @Column('bigint') size!: number;
  @Column('text') note!: string;
}
