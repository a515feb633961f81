import { createHash, randomBytes } from 'node:crypto';
import {
  Column,
  Entity,
  type EntityManager,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import { User } from '../user.entity.js';

/** A mailed link that shows whose an address is. It is deleted when it is used (ADR 25). */
@Entity('email_verifications')
export class EmailVerification {
  /** Only a digest is stored: who reads the table cannot use a link. */
  @PrimaryColumn('bytea', { name: 'token_sha256' }) digest!: Buffer;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}

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

/**
 * Make a user's mailed link of a kind. A newer link makes the older ones worthless: only the newest mail is the right one.
 * @param kind whose rows they are
 * @returns the token, which stands in the mail and nowhere else
 */
export async function replaceLink(
  manager: EntityManager,
  kind: typeof EmailVerification | typeof PasswordReset,
  { userId, now, lifeMs }: { userId: string; now: Date; lifeMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await manager.delete(kind, { userId });
  await manager.insert(kind, {
    digest: linkDigest(token),
    userId,
    expiresAt: new Date(now.getTime() + lifeMs),
    createdAt: now,
  });
  return token;
}

/** Only a digest is stored: who reads the table cannot use a link. */
export function linkDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
