import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, DecideUserService, UsersRepository } from '@abato/accounts';
import { DeleteUserService, ReviewUserService } from '@abato/contests';
import {
  nothing,
  pageAt,
  type PendingUsers,
  pendingUsersView,
  type RevealedUser,
  revealedUserView,
  type UserReview,
  userReviewView,
  userView,
  type UserView,
} from '@abato/contracts';
import { CurrentActor, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import type { Listed } from '../http/envelope.interceptor.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
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

  @SuperAdmin()
  @Get()
  @AnswersPage(userView)
  async list(@Query() query: UserListQuery): Promise<Listed<UserView>> {
    const { approvalStatus, role, search } = query;
    const page = pageAt(query.page, query.pageSize);
    const { items, total } = await this.repository.list({ approvalStatus, role, search }, page);
    return { items, total, page };
  }

  @SuperAdmin()
  @Get('pending/count')
  @Answers(pendingUsersView)
  async countPending(): Promise<PendingUsers> {
    return { count: await this.repository.countPending() };
  }

  @SuperAdmin()
  @Get(':id')
  @Answers(userReviewView)
  async detail(@Param() { id }: UserPath): Promise<UserReview> {
    return this.reviews.review(id);
  }

  /** The ID number, unmasked. Every call is written to the audit log. */
  @SuperAdmin()
  @Reauthenticated()
  @Post(':id/reveal')
  @HttpCode(200)
  @Answers(revealedUserView)
  async reveal(@CurrentActor() actor: Actor, @Param() { id }: UserPath): Promise<RevealedUser> {
    return this.reviews.reveal(actor, id);
  }

  @SuperAdmin()
  @Reauthenticated()
  @Put(':id/approve')
  @Answers(userView)
  async approve(@CurrentActor() actor: Actor, @Param() { id }: UserPath): Promise<UserView> {
    return this.decisions.approve(actor, id);
  }

  @SuperAdmin()
  @Put(':id/reject')
  @Answers(userView)
  async reject(
    @CurrentActor() actor: Actor,
    @Param() { id }: UserPath,
    @Body() body: RejectUserDto,
  ): Promise<UserView> {
    return this.decisions.reject(actor, id, body.reason);
  }

  @SuperAdmin()
  @Reauthenticated()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @Param() { id }: UserPath): Promise<void> {
    await this.deletion.delete(actor, id);
  }
}
