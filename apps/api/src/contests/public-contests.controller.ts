import { Controller, Get, Header, Inject, Ip, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { NomineeCodes } from '@abato/contests';
import {
  fairPlayView,
  nomineeByCodeView,
  pageAt,
  publicContestSummaryView,
  publicContestView,
  publicFiguresView,
  resultVersionsView,
  resultView,
} from '@abato/contracts';
import { type Environment, ENVIRONMENT } from '@abato/platform';
import { FairPlayReader, PublicContestsService, PublicFiguresReader, ResultCorrections } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { ANY_TEXT, pathOf } from '../http/dto.js';
import { publicCache } from '../http/public-cache.js';
import { sendPublicBody } from '../http/send.js';
import { Answers, AnswersPage, Describes } from '../open-api/answers.decorator.js';
import { ContestPath, PublicContestListQuery, ResultVersionPath } from './contest.dto.js';

/** Figures that change slowly: any cache may keep them as long as the process does. */
const FAIR_PLAY_CACHE = 'public, max-age=5';

class NomineeCodePath extends pathOf({ code: ANY_TEXT }) {}

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
  async list(@Query() query: PublicContestListQuery, @Res() reply: FastifyReply) {
    const { status, search } = query;
    const body = await this.contests.list(pageAt(query.page, query.pageSize), { status, search });
    await sendPublicBody(reply, body, this.cache);
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
  async detail(@Param() { id }: ContestPath, @Res() reply: FastifyReply) {
    await sendPublicBody(reply, await this.contests.detail(id), this.cache);
  }

  @Describes(
    'Read the fair-play figures of a contest',
    'Returns how many free votes of a public contest count, are held and were rejected, by hour and reason, and how many are of verified voters; at most ten seconds old. While results are hidden only the level is told. A draft is answered as not found.',
  )
  @Public()
  @Get(':id/fair-play')
  @Answers(fairPlayView)
  async readFairPlay(@Param() { id }: ContestPath, @Res() reply: FastifyReply) {
    const body = await this.fairPlay.read(id);
    await sendPublicBody(reply, body, FAIR_PLAY_CACHE);
  }
}

/** Final results, and those that corrections replaced. */
@ApiTags('public')
@Controller('contests')
export class PublicResultsController {
  constructor(private readonly results: ResultCorrections) {}

  @Describes(
    'List the versions of a final result',
    'Returns the result as it became final and each correction of it with its reason, the oldest first; none while results are not final. A draft is answered as not found.',
  )
  @Public()
  @Get(':id/results')
  @Header('cache-control', 'public, max-age=5')
  @Answers(resultVersionsView)
  async list(@Param() { id }: ContestPath) {
    return this.results.versions(id);
  }

  @Describes(
    'Read one version of a final result',
    'Returns names, votes and ranks of a version, also of one that a correction has replaced. While results are hidden it has no counts. A version that there is not is answered as not found.',
  )
  @Public()
  @Get(':id/results/:version')
  @Header('cache-control', 'public, max-age=5')
  @Answers(resultView)
  async one(@Param() { id, version }: ResultVersionPath) {
    return this.results.version(id, version);
  }
}

@ApiTags('public')
@Controller('contestants/code')
export class NomineeCodesController {
  constructor(private readonly codes: NomineeCodes) {}

  @Describes(
    'Read a nominee by code',
    'Returns whom the code on posters and cards names, and whether votes are taken. A code of a draft or of no nominee is answered as not found; an address that asks for many such codes has to wait.',
  )
  @Public()
  @Get(':code')
  @Header('cache-control', 'public, max-age=1')
  @AskedFirst('nomineeCode')
  @Answers(nomineeByCodeView)
  async read(@Param() { code }: NomineeCodePath, @Ip() address: string) {
    return this.codes.lookUp(code, address);
  }
}
