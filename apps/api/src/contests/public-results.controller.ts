import { Controller, Get, Header, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { resultVersionsView, resultView } from '@abato/contracts';
import { ResultCorrections } from '@abato/voting';
import { Public } from '../access/access.decorators.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';
import { ContestPath, ResultVersionPath } from './contest.dto.js';

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
