import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, DecideUserService, UsersRepository } from '@abato/accounts';
import { DeleteUserService, ReviewUserService } from '@abato/contests';
import { nothing, pendingUsersView, revealedUserView, userReviewView, userView } from '@abato/contracts';
import { CurrentActor, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { RevealDto } from '../voting/vote.dto.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { RejectUserDto, UserListQuery, UserPath } from './user.dto.js';

@ApiTags('users')
@ApiBearerAuth()
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
  @HttpCode(200)
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
    return this.decisions.approve(actor, id);
  }

  @Describes(
    'Reject an organiser',
    'Rejects a pending organiser and sends the reason by e-mail. Refuses a registration that was already decided.',
  )
  @SuperAdmin()
  @Put(':id/reject')
  @Answers(userView)
  async reject(@CurrentActor() actor: Actor, @Param() { id }: UserPath, @Body() body: RejectUserDto) {
    return this.decisions.reject(actor, id, body.reason);
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
