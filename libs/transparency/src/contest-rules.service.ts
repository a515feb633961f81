import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AMENDMENT_REASON, type ContestRulesView } from '@abato/contracts';
import { assertPastDraft, PublishedLog } from './published-log.service.js';

type Rules = NonNullable<ContestRulesView['rules']>;

interface Row {
  in_force_at: Date;
  document: string;
  hash: Buffer;
  leaf_index: number | null;
}

/** A contest's rules as they were sealed and amended (ADR 125). Public, also while results are hidden. */
@Injectable()
export class SealedContestRules {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly published: PublishedLog,
  ) {}

  /** @throws AppError CONTEST_NOT_FOUND, also for a draft */
  async read(contestId: string): Promise<ContestRulesView> {
    await assertPastDraft(this.source, contestId);
    const [rows, isPublic] = await Promise.all([
      this.source.query<Row[]>(
        `SELECT r.in_force_at, r.document, r.hash, e.leaf_index
         FROM contest_rules r LEFT JOIN log_entries e ON e.rules_id = r.id WHERE r.contest_id = $1 ORDER BY r.id`,
        [contestId],
      ),
      this.published.isPublic(contestId),
    ]);
    const versions = rows.map((row) => ({
      at: row.in_force_at.toISOString(),
      hash: row.hash.toString('base64'),
      ...read(row.document),
      // A place in the log tells how many votes came before it.
      index: isPublic ? row.leaf_index : null,
    }));
    const last = versions.at(-1);
    return {
      contestId,
      rules: last?.rules ?? null,
      hash: last?.hash ?? null,
      sealed: versions[0] ?? null,
      amendments: versions.slice(1).map((version, nr) => ({
        ...version,
        changes: changesBetween(versions[nr]?.rules ?? {}, version.rules),
      })),
    };
  }
}

function read(document: string): { rules: Rules; reason: string | null } {
  const rules = JSON.parse(document) as Rules;
  const reason = rules[AMENDMENT_REASON];
  return { rules, reason: typeof reason === 'string' ? reason : null };
}

function changesBetween(before: Rules, after: Rules): ContestRulesView['amendments'][number]['changes'] {
  return Object.keys({ ...before, ...after })
    .filter((field) => field !== AMENDMENT_REASON && before[field] !== after[field])
    .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }));
}
