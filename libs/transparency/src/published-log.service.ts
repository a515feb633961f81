import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppError } from '@abato/platform';
import { entryBundle, type Tile, TILE_WIDTH } from './tiles.js';

/** @throws AppError CONTEST_NOT_FOUND for a contest that visitors do not know: a draft, a rehearsal, or a deleted one */
export async function assertPastDraft(source: DataSource, contestId: string): Promise<void> {
  const known: unknown[] = await source.query(
    `SELECT FROM contests WHERE id = $1 AND NOT status = 'DRAFT' AND archived_at IS NULL AND NOT is_rehearsal`,
    [contestId],
  );
  if (!known.length) throw new AppError('CONTEST_NOT_FOUND');
}

export type LogVisibility = 'none' | 'hidden' | 'shown';

/** Entries that are read at once for a download. */
const DOWNLOAD_STEP = 2_000;

/** What of a contest's log anyone may read. */
@Injectable()
export class PublishedLog {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Whether anyone may read the log. */
  async isPublic(contestId: string): Promise<boolean> {
    return (await this.visibility(contestId)) !== 'none';
  }

  /**
   * What of the log is public: nothing of a draft's or a rehearsal's. While results are hidden, the log is `hidden`: its entries do not say what they count for. Nothing
   * while it holds entries that were written openly in that time, by a release that did not encrypt them (ADR 111).
   */
  async visibility(contestId: string): Promise<LogVisibility> {
    const rows: { show_results: boolean }[] = await this.source.query(
      `SELECT c.show_results FROM contests c JOIN hosts h ON h.id = c.host_id AND h.is_active
       WHERE c.id = $1 AND c.status <> 'DRAFT' AND c.archived_at IS NULL AND NOT c.is_rehearsal
         AND (c.show_results OR EXISTS (SELECT FROM log_trees t WHERE t.contest_id = c.id AND t.open_size = t.size))`,
      [contestId],
    );
    if (!rows[0]) return 'none';
    return rows[0].show_results ? 'shown' : 'hidden';
  }

  /** The newest checkpoint, with the cosignatures it has by now, and the key that checks it; null before the first. */
  async checkpoint(contestId: string): Promise<{ note: string; verifierKey: string; size: number } | null> {
    const rows: { note: string; verifier_key: string; size: number }[] = await this.source.query(
      `SELECT k.size, k.verifier_key, k.note || coalesce((
         SELECT string_agg(c.line || chr(10), '' ORDER BY c.id) FROM log_cosignatures c WHERE c.checkpoint_id = k.id), '') AS note
       FROM log_checkpoints k WHERE k.contest_id = $1 ORDER BY k.id DESC LIMIT 1`,
      [contestId],
    );
    return rows[0] ? { note: rows[0].note, verifierKey: rows[0].verifier_key, size: rows[0].size } : null;
  }

  /** The bytes of a tile or bundle; null when the log does not have as many. */
  async tile(contestId: string, tile: Tile): Promise<Buffer | null> {
    const first = tile.index * TILE_WIDTH;
    const range = [contestId, first, first + tile.width];
    if (tile.level === 'entries') {
      const rows: { entry: string }[] = await this.source.query(
        'SELECT entry FROM log_entries WHERE contest_id = $1 AND leaf_index >= $2 AND leaf_index < $3 ORDER BY leaf_index',
        range,
      );
      if (rows.length < tile.width) return null;
      return entryBundle(rows.map(({ entry }) => Buffer.from(entry)));
    }
    const rows: { hash: Buffer }[] = await (tile.level === 0
      ? this.source.query(
          'SELECT hash FROM log_entries WHERE contest_id = $1 AND leaf_index >= $2 AND leaf_index < $3 ORDER BY leaf_index',
          range,
        )
      : this.source.query(
          `SELECT hash FROM log_nodes WHERE contest_id = $1 AND node_index >= $2 AND node_index < $3 AND level = $4
           ORDER BY node_index`,
          [...range, tile.level],
        ));
    return rows.length < tile.width ? null : Buffer.concat(rows.map(({ hash }) => hash));
  }

  /** The entries below `size`, one a line. Reads as fast as the receiver takes them. */
  async *lines(contestId: string, size: number): AsyncGenerator<string> {
    for (let first = 0; first < size; first += DOWNLOAD_STEP) {
      const rows: { entry: string }[] = await this.source.query(
        'SELECT entry FROM log_entries WHERE contest_id = $1 AND leaf_index >= $2 AND leaf_index < $3 ORDER BY leaf_index',
        [contestId, first, Math.min(first + DOWNLOAD_STEP, size)],
      );
      yield rows.map(({ entry }) => `${entry}\n`).join('');
    }
  }
}
