import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { type Actor, DecideUserService, UsersRepository } from '@abato/accounts';
import { DeleteUserService } from '@abato/contests';
import {
  APPROVAL_STATUSES,
  DEFAULT_PAGE_SIZES,
  type PageBody,
  pageOf,
  ROLES,
  success,
  type SuccessBody,
  type UserView,
} from '@abato/contracts';
import { CurrentActor, SuperAdmin } from '../access/access.decorators.js';
import { ApiPaging, type ListQuery, readChoice, readPage, readSearch } from '../http/paging.js';
import { IdPipe } from '../http/uuid.pipe.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { count, nothing, object, oneOf, text } from '../open-api/schema.js';
import { userSchema } from '../open-api/views.js';
import { RejectUserDto } from './user.dto.js';

const UserId = () => Param('id', new IdPipe('USER_NOT_FOUND'));

@ApiTags('users')
@ApiBearerAuth()
@Controller('users')
export class UsersController {
  constructor(
    private readonly repository: UsersRepository,
    private readonly decisions: DecideUserService,
    private readonly deletion: DeleteUserService,
  ) {}

  @SuperAdmin()
  @Get()
  @ApiPaging(DEFAULT_PAGE_SIZES.users, {
    approvalStatus: oneOf(APPROVAL_STATUSES),
    role: oneOf(ROLES),
    search: text,
  })
  @AnswersPage(userSchema)
  async list(@Query() query: ListQuery): Promise<PageBody<UserView>> {
    const page = readPage(query, DEFAULT_PAGE_SIZES.users);
    const { items, total } = await this.repository.list(
      {
        approvalStatus: readChoice('approvalStatus', query.approvalStatus, APPROVAL_STATUSES),
        role: readChoice('role', query.role, ROLES),
        search: readSearch(query.search),
      },
      page,
    );
    return pageOf(items, page, total);
  }

  @SuperAdmin()
  @Get('pending/count')
  @Answers(object<{ count: number }>({ count }))
  async countPending(): Promise<SuccessBody<{ count: number }>> {
    return success({ count: await this.repository.countPending() });
  }

  @SuperAdmin()
  @Get(':id')
  @Answers(userSchema)
  async detail(@UserId() id: string): Promise<SuccessBody<UserView>> {
    return success(await this.repository.view(id));
  }

  @SuperAdmin()
  @Put(':id/approve')
  @Answers(userSchema)
  async approve(@CurrentActor() actor: Actor, @UserId() id: string): Promise<SuccessBody<UserView>> {
    return success(await this.decisions.approve(actor, id));
  }

  @SuperAdmin()
  @Put(':id/reject')
  @Answers(userSchema)
  async reject(
    @CurrentActor() actor: Actor,
    @UserId() id: string,
    @Body() body: RejectUserDto,
  ): Promise<SuccessBody<UserView>> {
    return success(await this.decisions.reject(actor, id, body.reason));
  }

  @SuperAdmin()
  @Delete(':id')
  @Answers(nothing)
  async delete(@CurrentActor() actor: Actor, @UserId() id: string): Promise<SuccessBody<null>> {
    await this.deletion.delete(actor, id);
    return success(null);
  }
}
