import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { CosignatureInput, CosignatureView } from '@abato/contracts';
import { AppError, type Clock, CLOCK, type Environment, ENVIRONMENT, type NoteKey } from '@abato/platform';
import { isCosigned, knownWitnesses, readCosignature } from './cosignature.js';
import { LogCheckpoint, LogCosignature } from './log.entities.js';
import { PublishedLog } from './published-log.service.js';

/** Takes cosignatures of the witnesses that the operator has named, and gives them out with the checkpoints (ADR 111). */
@Injectable()
export class Witnesses {
  private readonly known: readonly NoteKey[];

  constructor(
    @InjectRepository(LogCheckpoint) private readonly checkpoints: Repository<LogCheckpoint>,
    @InjectRepository(LogCosignature) private readonly cosignatures: Repository<LogCosignature>,
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
    const checkpoint = await this.checkpoints.findOne({ where: { contestId, size }, order: { id: 'DESC' } });
    if (!checkpoint) throw new AppError('NOT_FOUND');
    if (!isCosigned(checkpoint.note, read, witness)) throw new AppError('INVALID_SIGNATURE');
    await this.cosignatures
      .createQueryBuilder()
      .insert()
      .values({
        contestId,
        checkpointId: checkpoint.id,
        witness: witness.line,
        line,
        receivedAt: this.clock.now(),
      })
      .orIgnore()
      .execute();
    return { contestId, size, witness: witness.name, at: new Date(1000 * read.time).toISOString() };
  }

  /** The newest checkpoint that a witness has cosigned, with that cosignature. @param id of the key; null when there is none */
  async witnessed(contestId: string, id: string): Promise<string | null> {
    const witness = this.known.find((key) => key.id === id);
    if (!witness) return null;
    const newest = await this.cosignatures
      .createQueryBuilder('cosignature')
      .innerJoinAndSelect('cosignature.checkpoint', 'checkpoint')
      .where({ contestId, witness: witness.line })
      .orderBy('cosignature.checkpointId', 'DESC')
      .limit(1)
      .getOne();
    return newest && `${newest.checkpoint.note}${newest.line}\n`;
  }
}
