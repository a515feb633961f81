import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from '../user.entity.js';

/** A mailed link by which a forgotten password is replaced, once. */
@Entity('password_resets')
export class PasswordReset {
  /** Only a digest is stored: who reads the table cannot use a link. */
  @PrimaryColumn('bytea', { name: 'token_sha256' }) digest!: Buffer;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @ManyToOne(() => User) @JoinColumn({ name: 'user_id' }) user!: Relation<User>;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
