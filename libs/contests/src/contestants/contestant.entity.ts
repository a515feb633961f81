import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Category } from '../categories/category.entity.js';

@Entity('contestants')
export class Contestant {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'category_id' }) categoryId!: string;
  @ManyToOne(() => Category)
  @JoinColumn({ name: 'category_id' })
  category!: Relation<Category>;
  /** The category's contest, repeated here so that votes are checked without a join. */
  @Column('uuid', { name: 'contest_id' }) contestId!: string;
  /** What voters type on a phone, 4 to 6 digits: given by the database, never changed. */
  @Column({ type: 'text', insert: false, update: false, default: () => 'draw_nominee_code()' }) code!: string;
  @Column('text') name!: string;
  @Column('text') bio!: string;
  @Column('text', { nullable: true }) photo!: string | null;
  @Column('integer') order!: number;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt!: Date;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt!: Date | null;
  @Column('uuid', { name: 'archived_by', nullable: true }) archivedBy!: string | null;
}
