import { Controller, Get } from '@nestjs/common';

/** For the process that started this one. */
@Controller()
export class HealthController {
  @Get('health/live')
  live(): unknown {
    return { status: 'ok' };
  }

  /** The simulator needs no other service: running is ready. */
  @Get('health/ready')
  ready(): unknown {
    return { status: 'ok' };
  }

  @Get()
  what(): unknown {
    return {
      name: 'Paystack simulator',
      test: true,
      message: 'The checkout links it gives out and its API live here',
    };
  }
}
