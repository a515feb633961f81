import { Controller, Get, Headers, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { pageAt, publicContestSummaryView, publicContestView } from '@abato/contracts';
import { type PublicBody, PublicContestsService } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ContestPath, PublicContestListQuery } from './contest.dto.js';
import { PUBLIC_CACHE } from './public-reads.js';

/** What a visitor sees. No token is needed, and none changes the answer. */
@ApiTags('public')
@Controller('contests')
export class PublicContestsController {
  constructor(private readonly contests: PublicContestsService) {}

  @Describes(
    'List public contests',
    'Returns active, paused and ended contests of active hosts, with optional filters by state and text. With a current `If-None-Match` the answer is 304.',
  )
  @Public()
  @Get('public')
  @AnswersPage(publicContestSummaryView)
  async list(
    @Query() query: PublicContestListQuery,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') encodings: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { status, search } = query;
    const body = await this.contests.list(pageAt(query.page, query.pageSize), { status, search });
    await send(reply, body, known, encodings);
  }

  @Describes(
    'Read a public contest',
    'Returns a contest with its categories, contestants and, if they are shown, its counts. A draft is answered as not found. With a current `If-None-Match` the answer is 304.',
  )
  @Public()
  @Get(':id/public')
  @Answers(publicContestView)
  async detail(
    @Param() { id }: ContestPath,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') encodings: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await send(reply, await this.contests.detail(id), known, encodings);
  }
}

async function send(
  reply: FastifyReply,
  body: PublicBody,
  known: string | undefined,
  encodings: string | undefined,
): Promise<void> {
  void reply.headers({ etag: body.etag, 'cache-control': PUBLIC_CACHE, vary: 'accept-encoding, origin' });
  if (body.isKnown(known)) {
    await reply.status(304).send();
    return;
  }
  const { bytes, encoding } = body.encodedFor(encodings);
  if (encoding) void reply.header('content-encoding', encoding);
  await reply.type('application/json; charset=utf-8').send(bytes);
}
