import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed link that shows whose an address is. It is deleted when it is used (ADR 69). */
@Entity('email_verifications')
export class EmailVerification {
  /** Only a digest is stored: who reads the table cannot use a link. */
  @PrimaryColumn('bytea', { name: 'token_sha256' }) digest!: Buffer;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'created_at' }) createdAt!: Date;
}
