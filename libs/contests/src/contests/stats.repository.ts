import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '@abato/accounts';
import {
  type CategoryStats,
  cedisFromPesewas,
  type ContestantStats,
  percentage,
  ranks,
} from '@abato/contracts';
import { CategoriesRepository } from '../categories/categories.repository.js';
import { ContestantsRepository } from '../contestants/contestants.repository.js';

interface FoldRow {
  id: string;
  votes: number;
  transactions: number;
  amount_pesewas: number;
}

/** Figures of a category or a contestant, from folds only. */
@Injectable()
export class StatsRepository {
  constructor(
    private readonly source: DataSource,
    private readonly categories: CategoriesRepository,
    private readonly contestants: ContestantsRepository,
  ) {}

  /** @throws AppError CATEGORY_NOT_FOUND */
  async ofCategory(actor: Actor, categoryId: string): Promise<CategoryStats> {
    await this.categories.assertVisible(actor, categoryId);
    const rows = await this.contestantsOf(categoryId);
    const sum = (value: (row: FoldRow) => number): number =>
      rows.reduce((total, row) => total + value(row), 0);
    return {
      totalContestants: rows.length,
      totalVotes: sum((row) => row.votes),
      totalTransactions: sum((row) => row.transactions),
      totalRevenue: cedisFromPesewas(sum((row) => row.amount_pesewas)),
    };
  }

  /** Rank and share are within the contestant's category. @throws AppError CONTESTANT_NOT_FOUND */
  async ofContestant(actor: Actor, contestantId: string): Promise<ContestantStats> {
    const { categoryId } = await this.contestants.view(actor, contestantId);
    const rows = await this.contestantsOf(categoryId);
    const own = rows.find((row) => row.id === contestantId);
    const total = rows.reduce((votes, row) => votes + row.votes, 0);
    return {
      totalVotes: own?.votes ?? 0,
      totalTransactions: own?.transactions ?? 0,
      totalRevenue: cedisFromPesewas(own?.amount_pesewas ?? 0),
      rank: ranks(rows).get(contestantId) ?? 1,
      categoryPercentage: percentage(own?.votes ?? 0, total),
    };
  }

  private async contestantsOf(categoryId: string): Promise<FoldRow[]> {
    return this.source.query(
      `SELECT p.id, coalesce(t.votes, 0) AS votes, coalesce(t.transactions, 0) AS transactions,
         coalesce(t.amount_pesewas, 0) AS amount_pesewas
       FROM visible_contestants p LEFT JOIN contestant_tallies t ON t.contestant_id = p.id
       WHERE p.category_id = $1`,
      [categoryId],
    );
  }
}
