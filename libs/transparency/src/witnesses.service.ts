import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { CosignatureInput, CosignatureView } from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, type NoteKey } from '@abato/platform';
import { isCosigned, readCosignature } from './cosignature.js';
import { PublishedLog } from './published-log.service.js';
import { knownWitnesses } from './witness-settings.js';

/** Takes cosignatures of the witnesses that the operator has named, and gives them out with the checkpoints (ADR 139). */
@Injectable()
export class Witnesses {
  private readonly known: readonly NoteKey[];

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly published: PublishedLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ENVIRONMENT) env: Environment,
  ) {
    this.known = knownWitnesses(env.LOG_WITNESSES);
  }

  /** Keys that check cosignatures, one a line. */
  get keys(): string {
    return this.known.map(({ line }) => `${line}\n`).join('');
  }

  /**
   * Keep a cosignature of one of the log's checkpoints. The same one again changes nothing.
   * @throws AppError VALIDATION_FAILED, FORBIDDEN for a key that is no witness, NOT_FOUND without such a public checkpoint, INVALID_SIGNATURE for one
   *   of anything else: also of another history of this size
   */
  async add(contestId: string, { size, cosignature: line }: CosignatureInput): Promise<CosignatureView> {
    const read = readCosignature(line);
    if (!read) throw AppError.validation([{ field: 'cosignature', message: 'This is not a cosignature' }]);
    const witness = this.known.find(({ name, id }) => name === read.name && id === read.id);
    if (!witness)
      throw new AppError('FORBIDDEN', { message: 'This key is not that of a witness of this site.' });
    if (!(await this.published.isPublic(contestId))) throw new AppError('NOT_FOUND');
    const [checkpoint]: { id: number; note: string }[] = await this.source.query(
      'SELECT id, note FROM log_checkpoints WHERE contest_id = $1 AND size = $2 ORDER BY id DESC LIMIT 1',
      [contestId, size],
    );
    if (!checkpoint) throw new AppError('NOT_FOUND');
    if (!isCosigned(checkpoint.note, read, witness)) throw new AppError('INVALID_SIGNATURE');
    await this.source.query(
      `INSERT INTO log_cosignatures (contest_id, checkpoint_id, witness, line, received_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (checkpoint_id, witness) DO NOTHING`,
      [contestId, checkpoint.id, witness.line, line, this.clock.now()],
    );
    return { contestId, size, witness: witness.name, at: new Date(1000 * read.time).toISOString() };
  }

  /** The newest checkpoint that a witness has cosigned, with that cosignature. @param id of the key; null when there is none */
  async witnessed(contestId: string, id: string): Promise<string | null> {
    const witness = this.known.find((key) => key.id === id);
    if (!witness) return null;
    const rows: { note: string; line: string }[] = await this.source.query(
      `SELECT k.note, c.line FROM log_cosignatures c JOIN log_checkpoints k ON k.id = c.checkpoint_id
       WHERE c.contest_id = $1 AND c.witness = $2 ORDER BY c.checkpoint_id DESC LIMIT 1`,
      [contestId, witness.line],
    );
    return rows[0] ? `${rows[0].note}${rows[0].line}\n` : null;
  }
}
