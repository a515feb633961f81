import { Controller, Get, Header, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  fairPlayView,
  pageAt,
  publicContestSummaryView,
  publicContestView,
  publicFiguresView,
} from '@abato/contracts';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { FairPlayReader, PublicContestsService, PublicFiguresReader } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { publicCache } from '../http/public-cache.js';
import { sendPublicBody } from '../http/send-public-body.js';
import { Answers, AnswersPage } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ContestPath, PublicContestListQuery } from './contest.dto.js';

/** Figures that change slowly: any cache may keep them as long as the process does. */
const FAIR_PLAY_CACHE = 'public, max-age=5';

/** What a visitor sees. No token is needed, and none changes the answer. */
@ApiTags('public')
@Controller('contests')
export class PublicContestsController {
  private readonly cache: string;

  constructor(
    private readonly contests: PublicContestsService,
    private readonly figures: PublicFiguresReader,
    private readonly fairPlay: FairPlayReader,
    @Inject(ENVIRONMENT) env: Environment,
  ) {
    this.cache = publicCache(env).snapshot;
  }

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
  ) {
    const { status, search } = query;
    const body = await this.contests.list(pageAt(query.page, query.pageSize), { status, search });
    await sendPublicBody(reply, body, { known, encodings }, this.cache);
  }

  @Describes(
    'Read the figures of the home page',
    'Returns how many contests take votes now, how many hosts have public contests, and the votes of contests whose results are shown; at most half a minute old.',
  )
  @Public()
  @Get('public/figures')
  @Header('cache-control', 'public, max-age=1')
  @Answers(publicFiguresView)
  async readFigures() {
    return this.figures.read();
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
  ) {
    await sendPublicBody(reply, await this.contests.detail(id), { known, encodings }, this.cache);
  }

  @Describes(
    'Read the fair-play figures of a contest',
    'Returns how many free votes of a public contest count, are held and were rejected, by hour and reason, and how many are of verified voters; at most ten seconds old. While results are hidden only the level is told. A draft is answered as not found.',
  )
  @Public()
  @Get(':id/fair-play')
  @Answers(fairPlayView)
  async readFairPlay(
    @Param() { id }: ContestPath,
    @Headers('if-none-match') known: string | undefined,
    @Headers('accept-encoding') encodings: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    const body = await this.fairPlay.read(id);
    await sendPublicBody(reply, body, { known, encodings }, FAIR_PLAY_CACHE);
  }
}
