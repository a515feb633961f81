import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, AuditRepository, DecideUserService, UsersRepository } from '@abato/accounts';
import { DeleteUserService, ReviewUserService } from '@abato/contests';
import {
  APPROVAL_STATUSES,
  auditEntryView,
  auditFilters,
  choiceQuery,
  DEFAULT_PAGE_SIZES,
  listQuery,
  nothing,
  pendingUsersView,
  rejectUserExamples,
  rejectUserRules,
  revealedUserView,
  ROLES,
  searchQuery,
  userReviewView,
  userView,
} from '@abato/contracts';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { bodyOf, pathOf, queryOf } from '../http/dto.js';
import { listed } from '../http/envelope.interceptor.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { RevealDto } from '../voting/vote.dto.js';

class UserPath extends pathOf({ id: 'USER_NOT_FOUND' }) {}
class UserListQuery extends queryOf(
  listQuery(DEFAULT_PAGE_SIZES.users, {
    approvalStatus: choiceQuery('approvalStatus', APPROVAL_STATUSES),
    role: choiceQuery('role', ROLES),
    search: searchQuery,
  }),
) {}
class RejectUserDto extends bodyOf(rejectUserRules, rejectUserExamples) {}
class AuditListQuery extends queryOf(listQuery(DEFAULT_PAGE_SIZES.audit, auditFilters)) {}

@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly repository: UsersRepository,
    private readonly decisions: DecideUserService,
    private readonly deletion: DeleteUserService,
    private readonly reviews: ReviewUserService,
  ) {}

  @Describes(
    'List users',
    'Returns users with optional filters by approval, role and text. ID numbers are not included.',
  )
  @SuperAdmin()
  @Get()
  @AnswersPage(userView)
  async list(@Query() query: UserListQuery) {
    const { approvalStatus, role, search } = query;
    return listed(query, (page) => this.repository.list({ approvalStatus, role, search }, page));
  }

  @Describes('Count pending users', 'Returns how many organisers wait for approval.')
  @SuperAdmin()
  @Get('pending/count')
  @Answers(pendingUsersView)
  async countPending() {
    return { count: await this.repository.countPending() };
  }

  @Describes(
    'Read one user',
    'Returns what is needed to decide about a registration. Refuses an unknown or deleted user.',
  )
  @SuperAdmin()
  @Get(':id')
  @Answers(userReviewView)
  async detail(@Param() { id }: UserPath) {
    return this.reviews.review(id);
  }

  @Describes(
    'Reveal an ID number',
    'Returns the unmasked ID number and writes the call to the audit log. Refuses an unknown or deleted user.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @OwnKeys()
  @Post(':id/reveal')
  @Answers(revealedUserView)
  async reveal(@CurrentActor() actor: Actor, @Param() { id }: UserPath, @Body() { reason }: RevealDto) {
    return this.reviews.reveal(actor, id, reason);
  }

  @Describes(
    'Approve an organiser',
    'Approves a pending organiser and informs them by e-mail. Refuses a registration that was already decided.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Put(':id/approve')
  @Answers(userView)
  async approve(@CurrentActor() actor: Actor, @Param() { id }: UserPath) {
    return this.decisions.decide(actor, id, null);
  }

  @Describes(
    'Reject an organiser',
    'Rejects a pending organiser and sends the reason by e-mail. Refuses a registration that was already decided.',
  )
  @SuperAdmin()
  @Put(':id/reject')
  @Answers(userView)
  async reject(@CurrentActor() actor: Actor, @Param() { id }: UserPath, @Body() body: RejectUserDto) {
    return this.decisions.decide(actor, id, body.reason);
  }

  @Describes(
    'Delete a user',
    'Erases personal data for good and archives hosts and contests; the books are kept. Refuses to delete the own account.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: UserPath) {
    await this.deletion.delete(actor, id);
  }
}

@ApiTags('audit')
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
