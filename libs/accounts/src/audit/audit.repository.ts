import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuditEntryView, AuditFilters, Page } from '@abato/contracts';
import { type Actor, ownerScope } from '../access/actor.js';
import { readAudit } from './read-audit.js';

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
