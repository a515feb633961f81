import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, AuditRepository } from '@abato/accounts';
import { auditEntryView, auditFilters, DEFAULT_PAGE_SIZES, listQuery } from '@abato/contracts';
import { CurrentActor, Organiser } from '../access/access.decorators.js';
import { queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

export class AuditListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.audit, auditFilters)) {}

@ApiTags('audit')
@ApiBearerAuth()
@Controller('audit')
export class AuditController {
  constructor(private readonly entries: AuditRepository) {}

  @Describes(
    'List the audit log',
    'Returns decisions, newest first. Organisers see entries about their own contests, super admins all.',
  )
  @Organiser('contest.read')
  @Get()
  @AnswersPage(auditEntryView)
  async list(@CurrentActor() actor: Actor, @Query() query: AuditListQuery) {
    return listed(query, (page) => this.entries.list(actor, query, page));
  }
}
