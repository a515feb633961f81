import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Actor } from '@abato/accounts';
import { HostsRepository } from '@abato/contests';
import type { Page, Statement } from '@abato/contracts';
import { AppError, slugOf } from '@abato/platform';
import { statementViewOf } from './statement-content.js';
import { statementCsv, statementLedger, statementPdf } from './statement-files.js';
import { IssuedStatement } from './statement.entity.js';

/** A text that is no such number names nothing. */
const NUMBER = /^[1-9]\d{0,8}$/;

const FILES = {
  pdf: { type: 'application/pdf', make: statementPdf },
  csv: { type: 'text/csv; charset=utf-8', make: statementCsv },
  ledger: { type: 'text/plain; charset=utf-8', make: statementLedger },
} as const;
export type StatementFormat = keyof typeof FILES;

export interface StatementFile {
  name: string;
  type: string;
  content: Buffer | string;
}

/** Reads statements as they were issued; nothing is calculated again. */
@Injectable()
export class StatementsService {
  constructor(
    @InjectRepository(IssuedStatement) private readonly statements: Repository<IssuedStatement>,
    private readonly hosts: HostsRepository,
  ) {}

  /** The newest first. @throws AppError HOST_NOT_FOUND, also for another organiser's */
  async list(actor: Actor, hostId: string, page: Page): Promise<{ items: Statement[]; total: number }> {
    await this.hosts.inBooks(actor, hostId);
    const [rows, total] = await this.statements.findAndCount({
      where: { hostId },
      order: { number: 'DESC' },
      skip: page.skip,
      take: page.pageSize,
    });
    return { items: rows.map(statementViewOf), total };
  }

  /** @throws AppError HOST_NOT_FOUND, also for another organiser's; NOT_FOUND */
  async view(actor: Actor, hostId: string, number: string): Promise<Statement> {
    await this.hosts.inBooks(actor, hostId);
    const row = NUMBER.test(number)
      ? await this.statements.findOneBy({ hostId, number: Number(number) })
      : null;
    if (!row) throw new AppError('NOT_FOUND', 'Statement not found');
    return statementViewOf(row);
  }

  /** @throws AppError as `view` */
  async file(actor: Actor, hostId: string, number: string, format: StatementFormat): Promise<StatementFile> {
    const statement = await this.view(actor, hostId, number);
    const { type, make } = FILES[format];
    const name = `${slugOf(statement.host) || 'host'}-${hostId.slice(-8)}-statement-${number}.${format}`;
    return { name, type, content: await make(statement) };
  }
}
