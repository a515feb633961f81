import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StageScene } from '@abato/contracts';

/** The remote of a contest: the link that was not used yet, the connected device, and what that shows (ADR 88). */
@Entity('stage_remotes')
export class StageRemote {
  @PrimaryColumn('uuid', { name: 'contest_id' }) contestId!: string;
  /** Only digests are stored: who reads the table cannot use a link or a session. */
  @Column('bytea', { name: 'link_sha256', nullable: true }) linkDigest!: Buffer | null;
  @Column('timestamptz', { name: 'link_expires_at', nullable: true }) linkExpiresAt!: Date | null;
  @Column('bytea', { name: 'session_sha256', nullable: true }) sessionDigest!: Buffer | null;
  @Column('timestamptz', { name: 'session_expires_at', nullable: true }) sessionExpiresAt!: Date | null;
  @Column('timestamptz', { name: 'connected_at', nullable: true }) connectedAt!: Date | null;
  @Column('timestamptz', { name: 'seen_at', nullable: true }) seenAt!: Date | null;
  @Column('bigint') sequence!: number;
  @Column('text') scene!: StageScene;
  @Column('uuid', { name: 'category_id', nullable: true }) categoryId!: string | null;
  @Column('integer') step!: number;
  @Column('boolean') black!: boolean;
  @Column('timestamptz', { name: 'changed_at' }) changedAt!: Date;
}
