import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { Contest } from '@abato/contests';
import type { ResultCategory, ResultVersions, ResultView } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { ResultCorrection } from './result-correction.entity.js';
import { readResult } from './stored-result.js';

type Version = ResultVersions['versions'][number];

/** Final results as they are and as they were before each correction (ADR 61). Public; counts only while results are shown. */
@Injectable()
export class ResultVersionsReader {
  constructor(private readonly source: DataSource) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft */
  async list(contestId: string): Promise<ResultVersions> {
    return { contestId, versions: (await this.read(contestId)).versions };
  }

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft; NOT_FOUND for a version that there is not, and before results are final */
  async one(contestId: string, number: string): Promise<ResultView> {
    const { contest, corrections, versions } = await this.read(contestId);
    const version = versions.find((known) => String(known.version) === number);
    if (!version) throw new AppError('NOT_FOUND');
    const replaced = corrections[version.version - 1]?.resultBefore;
    const result = replaced ?? (await readResult(this.source, contestId));
    return { contestId, ...version, categories: contest.showResults ? result : withoutCounts(result) };
  }

  private async read(
    contestId: string,
  ): Promise<{ contest: Contest; corrections: ResultCorrection[]; versions: Version[] }> {
    const contest = await this.source
      .getRepository(Contest)
      .findOneBy({ id: contestId, archivedAt: IsNull(), status: Not('DRAFT') });
    if (!contest) throw new AppError('CONTEST_NOT_FOUND');
    const corrections = await this.source
      .getRepository(ResultCorrection)
      .find({ where: { contestId, decision: 'CONFIRMED' }, order: { version: 'ASC' } });
    if (!contest.resultsFinalAt) return { contest, corrections, versions: [] };
    const first = { version: 1, at: contest.resultsFinalAt.toISOString(), reason: null, changes: [] };
    const later = corrections.map(({ decidedAt, reason, changes }, nr) => ({
      version: nr + 2,
      at: (decidedAt ?? new Date(0)).toISOString(),
      reason,
      changes,
    }));
    const versions = [first, ...later].map((version) => ({
      ...version,
      current: version.version === corrections.length + 1,
    }));
    return { contest, corrections, versions };
  }
}

/** Nothing in the answer depends on a count, its order neither. */
function withoutCounts(result: readonly ResultCategory[]): ResultCategory[] {
  return result.map((category) => ({
    ...category,
    contestants: category.contestants
      .map(({ id, name }) => ({ id, name, votes: null, rank: null }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  }));
}
