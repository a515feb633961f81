import { Injectable } from '@nestjs/common';
import type { SessionView } from '@abato/contracts';
import { TokenService } from '../access/token.service.js';
import { DeviceTokens } from '../throttling/device-tokens.js';
import type { User } from '../user.entity.js';
import { userView } from '../user.view.js';

/** What a client gets when its user has signed in or registered. */
@Injectable()
export class Sessions {
  constructor(
    private readonly tokens: TokenService,
    private readonly devices: DeviceTokens,
  ) {}

  /** @param presented the client's device tokens, separated by commas */
  start(user: User, presented?: string): SessionView {
    const known = this.devices.deviceOf(presented, user.email) ?? undefined;
    return {
      user: userView(user),
      token: this.tokens.sign(user.id, user.tokenVersion),
      deviceToken: this.devices.issue(user.email, known),
    };
  }
}
