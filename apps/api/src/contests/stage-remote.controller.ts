import { Body, Controller, Delete, Get, Inject, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, ThrottlingService } from '@abato/accounts';
import { type StageMoment, StageRemoteService, stageState } from '@abato/contests';
import {
  nothing,
  remoteExamples,
  remoteLinkExamples,
  remoteLinkRules,
  remoteLinkView,
  remoteRules,
  remoteSessionView,
  remoteStatusView,
  remoteView,
  stageCommandExamples,
  stageCommandRules,
} from '@abato/contracts';
import { ViewerCounts } from '@abato/live';
import { type Clock, CLOCK } from '@abato/platform';
import { CurrentActor, Organiser, Public } from '../access/access.decorators.js';
import { AskedFirst } from '../http/ask-first.js';
import { bodyOf } from '../http/dto.js';
import { OwnKeys } from '../http/idempotency.interceptor.js';
import { Answers, Describes } from '../open-api/answers.decorator.js';
import { OfContestPath } from './contest.dto.js';

export class RemoteLinkDto extends bodyOf(remoteLinkRules, remoteLinkExamples) {}
export class RemoteDto extends bodyOf(remoteRules, remoteExamples) {}
export class StageCommandDto extends bodyOf(stageCommandRules, stageCommandExamples) {}

/** The remote as the organiser sees it. */
@ApiTags('contests')
@Controller('contests/:contestId/stage-remote')
export class ContestRemoteController {
  constructor(private readonly remotes: StageRemoteService) {}

  @Describes(
    'Read the remote of a stage',
    'Returns until when an unused link works and since when a device is connected, without their tokens. An organiser’s request for another organiser’s contest is answered as not found.',
  )
  @Organiser('contest.read')
  @Get()
  @Answers(remoteView)
  async read(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.remotes.read(actor, contestId);
  }

  @Describes(
    'Make a link for a remote',
    'Returns the token of a link that connects one device to the stage of an own contest; it works once, for 15 minutes, and replaces an unused one. Refuses another user’s contest.',
  )
  @Organiser('contest.run')
  @Post()
  @Answers(remoteLinkView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    return this.remotes.createLink(actor, contestId);
  }

  @Describes(
    'End the remote of a stage',
    'Ends the connected device and an unused link of an own contest at once; the stage turns by itself again. Refuses another user’s contest.',
  )
  @Organiser('contest.run')
  @Delete()
  @Answers(nothing)
  async revoke(@CurrentActor() actor: Actor, @Param() { contestId }: OfContestPath) {
    await this.remotes.revoke(actor, contestId);
  }
}

/** The remote itself. It needs no sign-in: its session is in the body, which no log holds. */
@ApiTags('stage')
@Controller('stage-remote')
export class StageRemoteController {
  constructor(
    private readonly remotes: StageRemoteService,
    private readonly viewers: ViewerCounts,
    private readonly attempts: ThrottlingService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Describes(
    'Connect a remote',
    'Exchanges the token of a link, which works once, for a session of at most 12 hours that can only steer the stage of its contest. Refuses a used, replaced, expired or revoked token.',
  )
  @Public()
  @OwnKeys()
  @Post('connect')
  @AskedFirst('remoteLink')
  @Answers(remoteSessionView)
  async connect(@Body() { token }: RemoteLinkDto, @Ip() address: string) {
    return this.attempts.guard('remoteLink', token, address, () => this.remotes.connect(token));
  }

  @Describes(
    'Read what the stage shows',
    'Returns the state of the stage and the number of screens that show it. A remote that is connected asks every few seconds: without it, scenes end after five minutes. Refuses a session that has ended.',
  )
  @Public()
  @OwnKeys()
  @Post('status')
  @AskedFirst('remote')
  @Answers(remoteStatusView)
  async status(@Body() { session }: RemoteDto, @Ip() address: string) {
    return this.answer(
      await this.attempts.guard('remote', session, address, () => this.remotes.hear(session)),
    );
  }

  @Describes(
    'Steer the stage',
    'Sets what all stages of the contest show; a command whose number is not above the last one changes nothing, and the answer tells what is shown. Refuses places and winners while results are hidden, a category of another contest and a session that has ended.',
  )
  @Public()
  @Post('command')
  @AskedFirst('remote')
  @Answers(remoteStatusView)
  async command(@Body() { session, ...wanted }: StageCommandDto, @Ip() address: string) {
    return this.answer(
      await this.attempts.guard('remote', session, address, () => this.remotes.command(session, wanted)),
    );
  }

  private async answer({ expiresAt, moment }: { expiresAt: Date; moment: StageMoment }) {
    return {
      expiresAt: expiresAt.toISOString(),
      screens: await this.viewers.read(moment.contestId, 'stages'),
      state: stageState(moment, this.clock.now()),
    };
  }
}
