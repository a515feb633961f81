import { Controller, Get, Query } from '@nestjs/common';
import { ProviderCall } from './provider-api.js';
import { fieldsOf, textOf } from './request.js';

const MOBILE_MONEY = [
  { id: 29, name: 'AirtelTigo', slug: 'atl-mobile-money', code: 'ATL' },
  { id: 28, name: 'MTN', slug: 'mtn-mobile-money', code: 'MTN' },
  { id: 66, name: 'Telecel', slug: 'vod-mobile-money', code: 'VOD' },
];
const SINCE = '2018-03-29T12:54:59.000Z';

/** `/bank`: the wallets of Ghana. Banks are not simulated. */
@Controller('bank')
export class BankController {
  @Get()
  @ProviderCall('banks')
  list(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const wanted =
      (textOf(fields.currency) ?? 'GHS') === 'GHS' &&
      (textOf(fields.type) ?? 'mobile_money') === 'mobile_money';
    const data = (wanted ? MOBILE_MONEY : []).map((wallet) => ({
      ...wallet,
      longcode: '',
      gateway: null,
      pay_with_bank: false,
      supports_transfer: true,
      active: true,
      country: 'Ghana',
      currency: 'GHS',
      type: 'mobile_money',
      is_deleted: false,
      createdAt: SINCE,
      updatedAt: SINCE,
    }));
    return { status: true, message: 'Banks retrieved', data };
  }
}
