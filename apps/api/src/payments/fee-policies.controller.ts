import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '@abato/accounts';
import { feePolicyExamples, feePolicyRules, feePolicyView } from '@abato/contracts';
import { FeePoliciesService } from '@abato/accounting';
import { CurrentActor, Organiser, Reauthenticated, SuperAdmin } from '../access/access.decorators.js';
import { HostPath } from '../contests/host.dto.js';
import { bodyOf } from '../http/dto.js';
import { Answers } from '../open-api/answers.decorator.js';
import { Describes } from '../open-api/describes.decorator.js';

class FeePolicyDto extends bodyOf(feePolicyRules, { examples: feePolicyExamples }) {}

/** What the platform takes of payments. */
@ApiTags('hosts')
@ApiBearerAuth()
@Controller('hosts')
export class FeePoliciesController {
  constructor(private readonly policies: FeePoliciesService) {}

  @Describes(
    'Read the fees of a host',
    'Returns what the platform takes of the payments of a host, who pays the provider’s fee, and examples.',
  )
  @Organiser('payments.read')
  @Get(':id/fee-policy')
  @Answers(feePolicyView)
  async view(@CurrentActor() actor: Actor, @Param() { id }: HostPath) {
    return this.policies.view(actor, id);
  }

  @Describes(
    'Set the fees of a host',
    'Writes the next version of the fees of a host. It holds for payments that begin from now on.',
  )
  @SuperAdmin()
  @Reauthenticated()
  @Put(':id/fee-policy')
  @Answers(feePolicyView)
  async set(@CurrentActor() actor: Actor, @Param() { id }: HostPath, @Body() body: FeePolicyDto) {
    return this.policies.set(actor, id, body);
  }
}
