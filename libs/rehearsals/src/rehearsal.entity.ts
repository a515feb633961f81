import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RehearsalShape, RehearsalState } from '@abato/contracts';

/** A dress rehearsal that was asked for (ADR 157). The worker that makes it writes what becomes of it by SQL. */
@Entity('rehearsals')
export class Rehearsal {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'requested_by' }) requestedBy!: string;
  /** Whose numbers of categories and contestants it has. */
  @Column('uuid', { name: 'contest_id', nullable: true }) contestId!: string | null;
  /** The contest that is made for the load. */
  @Column('uuid', { name: 'load_contest_id' }) loadContestId!: string;
  @Column('text') state!: RehearsalState;
  @Column('integer', { name: 'votes_per_second' }) votesPerSecond!: number;
  @Column('integer') viewers!: number;
  @Column('double precision') minutes!: number;
  @Column('text') shape!: RehearsalShape;
  @Column('integer') categories!: number;
  @Column('integer') contestants!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  /** When its worker last said that it runs. */
  @Column('timestamptz', { name: 'heard_at', nullable: true }) heardAt!: Date | null;
}
