import {
  type Bundle,
  cedisFromPesewas,
  MAX_PAYMENT_PESEWAS,
  MIN_PAYMENT_PESEWAS,
  type MobileNetwork,
  ussdTexts as t,
} from '@abato/contracts';
import { cut, plain, screen, SCREEN_LENGTH } from './gsm.js';

const money = (pesewas: number): string => `GHS ${cedisFromPesewas(pesewas).toFixed(2)}`;

/** `GHS 3,000`. */
const wholeMoney = (pesewas: number): string =>
  `GHS ${String(pesewas / 100).replace(/\B(?=(\d{3})+$)/g, ',')}`;

/** Room that the names of a screen keep: hints that would take it are left out. */
const NAMES_ROOM = 30;
/** The screens of the USSD menu: texts of the catalogue, with names cut to what is left of the 120 characters. */
export const ussdScreens = {
  /** Texts without values, or with numbers alone, fit as they are. */
  ...t,
  unknownCode: (code: string) => screen([code], t.unknownCode),
  howManyFree: (name: string, title: string, most: number) =>
    screen([name, title], (who, contest) => t.howManyFree(who, contest, most)),
  howManyInElection: (name: string, title: string) =>
    screen([name, title], (who, contest) => t.howManyInElection(who, contest)),
  howManyPaid: (
    name: string,
    title: string,
    price: number,
    { bundles, times }: { bundles: readonly Bundle[]; times: number } = { bundles: [], times: 1 },
  ) => {
    const text = (hint: string) =>
      screen([name, title], (who, contest) => t.howManyPaid(who, contest, money(price), hint));
    const bundleHints = bundles.map(({ votes, pricePesewas }) => t.bundleHint(votes, money(pricePesewas)));
    const room = SCREEN_LENGTH - NAMES_ROOM - t.howManyPaid('', '', money(MAX_PAYMENT_PESEWAS), '').length;
    let fitting = '';
    for (const hint of [...(times > 1 ? [t.timesHint(times)] : []), ...bundleHints])
      if (fitting.length + hint.length <= room) fitting += hint;
    return text(fitting);
  },
  tooMuch: (most: number, walletLimit?: number) =>
    walletLimit
      ? t.aboveWallet(wholeMoney(walletLimit), most)
      : t.abovePayment(wholeMoney(MAX_PAYMENT_PESEWAS), most),
  tooLittle: (least: number) => t.tooLittle(money(MIN_PAYMENT_PESEWAS), least),
  confirm: (count: number, name: string, amount: number, times = 1) =>
    screen([name], (who) => {
      const what = amount ? t.withAmount(who, money(amount)) : who;
      return times > 1 ? t.confirmMany(count, count * times, what) : t.confirm(count, what);
    }),
  counted: (count: number, name: string, receipt: string) =>
    screen([name], (who) => t.counted(count, who, receipt)),
  held: (count: number, name: string, receipt: string) =>
    screen([name], (who) => t.held(count, who, receipt)),
  pay: (amount: number, network: MobileNetwork, time: string | null) =>
    time ? t.payBy(money(amount), t.approve[network], time) : t.pay(money(amount), t.approve[network]),
  paid: (count: number, name: string) => screen([name], (who) => t.paid(count, who)),
  verified: (title: string) => screen([title], t.verified),
  voucher: (amount: number, name: string) => screen([name], (who) => t.voucher(money(amount), who)),
  /** Of another part, which writes for wider screens. */
  other: (message: string) => cut(plain(message), SCREEN_LENGTH),
};
