import { Controller, Get, Headers, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, Requests } from '@abato/accounts';
import { type RequestOutcome, requestOutcomeView, success } from '@abato/contracts';
import { AppError } from '@abato/platform';
import { VoteIntake } from '@abato/voting';
import { KnowsCaller, Public } from '../access/access.decorators.js';
import { pathOf } from '../http/dto.js';
import { Answers, Describes } from '../open-api/answers.decorator.js';

class RequestPath extends pathOf({ key: 'NOT_FOUND' }) {}

/** What became of a write whose answer was lost on the way. */
@ApiTags('requests')
@Controller('requests')
export class RequestsController {
  constructor(
    private readonly requests: Requests,
    private readonly votes: VoteIntake,
  ) {}

  @Describes(
    'Ask what became of a write',
    'Returns by its Idempotency-Key whether a write is running or done, and its first answer, for 24 hours. Refuses the key of a write that never arrived, and one of a signed-in user to everyone else, as not found.',
  )
  @Public()
  @KnowsCaller()
  @Get(':key')
  @Answers(requestOutcomeView)
  async outcome(
    @Param() { key }: RequestPath,
    @Req() { user }: { user?: Actor },
    @Headers('authorization') token?: string,
  ) {
    const outcome = (await this.requests.outcome(key, user?.id ?? null)) ?? (await this.cast(key));
    if (outcome) return outcome;
    // Of an ended session "never received" might not be true.
    throw new AppError(token && !user ? 'UNAUTHENTICATED' : 'NOT_FOUND');
  }

  private async cast(key: string): Promise<RequestOutcome | null> {
    const vote = await this.votes.castBy(key);
    return vote && { state: 'DONE', status: 201, answer: success(vote) };
  }
}
