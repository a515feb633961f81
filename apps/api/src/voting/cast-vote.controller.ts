import { Body, Controller, Headers, Ip, Post } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import { ContestDirectory } from '@abato/contests';
import { castVoteResult, type CastVoteResult, VOTER_TOKEN_HEADER } from '@abato/contracts';
import { ReceiptSigner } from '@abato/transparency';
import { VoteIntake } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers, Describes } from '../open-api/answers.decorator.js';
import { CastVoteDto } from './vote.dto.js';

/** Answers every cast, also those that the door before the framework reads (`fast-path/cast-requests.ts`). */
@ApiTags('votes')
@Controller('votes')
export class CastVoteController {
  constructor(
    private readonly votes: VoteIntake,
    private readonly directory: ContestDirectory,
    private readonly signer: ReceiptSigner,
  ) {}

  @Describes(
    'Cast a vote',
    'Stores a vote durably before answering; free votes count at once, paid ones once they are paid. A counted free vote is answered with a signed statement by which minute the public log has it. Refuses a contest that takes no votes now, votes above the limits, and a missing person check.',
  )
  @Public()
  @OwnKeys()
  @Post('cast')
  @ApiBody({ type: CastVoteDto })
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'UUID; the same key never counts twice',
  })
  @ApiHeader({
    name: 'X-Voter-Token',
    required: false,
    description:
      'Proof of the phone number, for free contests with verified numbers; several separated by commas',
  })
  @Answers(castVoteResult, { status: 201 })
  async cast(
    @Body() body: unknown,
    @Ip() address: string,
    @Headers('idempotency-key') key?: string,
    @Headers(VOTER_TOKEN_HEADER) voterToken?: string,
  ) {
    return this.withReceipt(body, await this.votes.cast(body, { key, address, voterToken }));
  }

  /** A counted vote with its signed statement: the voter holds it before the server could deny the vote. Signing takes 30 to 50 µs. */
  private async withReceipt(body: unknown, result: CastVoteResult): Promise<CastVoteResult> {
    const { receiptCode: code, countedAt, commitment = null } = result;
    if (!code || !countedAt) return result;
    const { contestId } = body as { contestId: string };
    const end = (this.directory.peek(contestId) ?? (await this.directory.find(contestId)))?.facts.endDate;
    const receipt =
      end && this.signer.sign({ contestId, code, countedAt: new Date(countedAt), commitment, end });
    return receipt ? { ...result, receipt } : result;
  }
}
