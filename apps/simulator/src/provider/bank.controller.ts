import { Controller, Get, Query } from '@nestjs/common';
import { ProviderCall } from './provider-api.js';
import { fieldsOf, textOf } from './request.js';

const BANKS = [
  { id: 67, name: 'Absa Bank Ghana Ltd', slug: 'absa-bank-ghana-ltd', code: '030100' },
  { id: 68, name: 'GCB Bank Limited', slug: 'gcb-bank-limited', code: '040100' },
];
const MOBILE_MONEY = [
  { id: 29, name: 'AirtelTigo', slug: 'atl-mobile-money', code: 'ATL' },
  { id: 28, name: 'MTN', slug: 'mtn-mobile-money', code: 'MTN' },
  { id: 66, name: 'Telecel', slug: 'vod-mobile-money', code: 'VOD' },
];
const SINCE = '2018-03-29T12:54:59.000Z';

const LISTS: Record<string, readonly (typeof BANKS)[number][]> = {
  mobile_money: MOBILE_MONEY,
  ghipss: BANKS,
};

/** Whether a refund can name this bank or wallet. */
export const isBankId = (id: unknown): boolean =>
  [...BANKS, ...MOBILE_MONEY].some((bank) => String(bank.id) === String(id));

/** `/bank`: the wallets and some banks of Ghana. */
@Controller('bank')
export class BankController {
  @Get()
  @ProviderCall('banks')
  list(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const type = textOf(fields.type) ?? 'mobile_money';
    const isGhana = (textOf(fields.currency) ?? 'GHS') === 'GHS';
    const data = ((isGhana && LISTS[type]) || []).map((bank) => ({
      ...bank,
      longcode: '',
      gateway: null,
      pay_with_bank: false,
      supports_transfer: true,
      active: true,
      country: 'Ghana',
      currency: 'GHS',
      type,
      is_deleted: false,
      createdAt: SINCE,
      updatedAt: SINCE,
    }));
    return { status: true, message: 'Banks retrieved', data };
  }
}
