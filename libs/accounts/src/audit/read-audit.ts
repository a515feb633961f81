import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditEntryView, AuditFilters, AuditSubject, Page } from '@abato/contracts';
import { sqlFile } from '@abato/database';
import { type Actor, ownerScope } from '../access/actor.js';

const LIST = sqlFile(import.meta.url, './list-audit.sql');
const DAY_MS = 86_400_000;

interface AuditRow {
  id: number;
  at: Date;
  action: string;
  subject_type: AuditSubject;
  subject_id: string;
  detail: Record<string, unknown>;
  actor_user_id: string | null;
  actor_name: string | null;
  contest_id: string | null;
  contest_title: string | null;
  host_id: string | null;
  host_name: string | null;
}

/** A query of TypeORM or of the plain pool. */
type Query = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

/** Up to here the total is counted. */
const EXACT_UP_TO = 10_000;

/**
 * Entries of the audit log, newest first.
 * @param ownerId only what is about contests of this user; null: everything
 * @returns the page, and how many entries fit, counted up to 10,000
 */
export async function readAudit(
  query: Query,
  ownerId: string | null,
  filters: AuditFilters,
  page: Page,
): Promise<{ items: AuditEntryView[]; total: number }> {
  const { actor, action, subjectType, subject, from, to } = filters;
  const fits = [
    ownerId,
    actor ?? null,
    action ?? null,
    subjectType ?? null,
    subject ?? null,
    from ? startOf(from) : null,
    to ? new Date(startOf(to).getTime() + DAY_MS) : null,
  ];
  const rows = await query<AuditRow>(LIST, [...fits, page.skip, page.pageSize]);
  const counted = await query<{ total: number }>(`SELECT count(*)::int AS total FROM (${LIST}) AS fitting`, [
    ...fits,
    0,
    EXACT_UP_TO,
  ]);
  return { items: rows.map(viewOf), total: counted[0]?.total ?? 0 };
}

/** @param day YYYY-MM-DD, checked */
function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function viewOf(row: AuditRow): AuditEntryView {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    actor: row.actor_user_id === null ? null : { id: row.actor_user_id, name: row.actor_name ?? '' },
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    contest: row.contest_id === null ? null : { id: row.contest_id, title: row.contest_title ?? '' },
    host: row.host_id === null ? null : { id: row.host_id, name: row.host_name ?? '' },
    detail: row.detail,
  };
}

@Injectable()
export class AuditRepository {
  constructor(private readonly source: DataSource) {}

  /** For a super admin every entry, for an organiser those about own contests. Newest first. */
  async list(
    actor: Actor,
    filters: AuditFilters,
    page: Page,
  ): Promise<{ items: AuditEntryView[]; total: number }> {
    return readAudit(
      (sql, parameters) => this.source.query(sql, parameters),
      ownerScope(actor),
      filters,
      page,
    );
  }
}
