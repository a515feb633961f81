import type { SettingFormName } from '@abato/contracts';

interface SettingText {
  /** Of the control. */
  label: string;
  hint?: string;
  /** In place of the hint once the setting cannot change any more. */
  fixed?: string;
  /** In lists of settings and sealed rules, where it differs from the label. */
  name?: string;
  /** What the values are called. */
  options?: Record<string, string>;
}

/** Settings that a form draws from their rules. Dates, price, bundles and windows have texts of their own. */
export type DrawnSetting = Exclude<
  SettingFormName,
  'startDate' | 'endDate' | 'votePrice' | 'bundles' | 'windows'
>;

export const contestSettingTexts: Record<DrawnSetting, SettingText> = {
  freeVotesPerHour: {
    label: 'Free votes per phone and hour',
    hint: 'Over the limit, voters are told when they may vote again',
  },
  freeVotesPerDevice: {
    label: 'Free votes per device and hour',
    hint: 'For all phones of one device together; never less than one phone’s',
  },
  challenge: {
    label: 'Person check',
    hint: 'The voter’s browser does a second of arithmetic by itself: nothing to read, nothing to click.',
    options: { AUTO: 'When votes look automated', ALWAYS: 'For every free vote' },
  },
  addressProof: {
    label: 'Ask for proven numbers when very many votes come from one network address',
    hint: 'After 300 votes of one address in ten minutes (those of 30 voters, if each may give more than 10), further voters there confirm their number by dialling (free) or by a code. It stops one person with many invented numbers. Switch it off for a hall whose wifi everyone shares. It holds for open voting; verified phones are confirmed anyway.',
    name: 'Proven numbers after many votes of one address',
  },
  verification: {
    label: 'When a free vote counts',
    hint: 'Shown to voters. It cannot change once the contest is active.',
    fixed: 'Fixed since the contest left its draft: every vote counts by the same rule.',
    name: 'Verification of numbers',
    options: {
      OPEN: 'Open: the voter types a phone number',
      PHONE: 'Verified phone: the voter proves it once, by a code sent as SMS',
      ELECTORATE: 'Electorate: one vote per category for each voter on your list',
    },
  },
  allowBallotChange: {
    label: 'Voters may change their vote until the end',
    hint: 'You add the phone numbers or print ballot codes on the contest’s settings.',
    name: 'Voters may change their vote',
  },
  retentionMonths: {
    label: 'Keep voters’ details (months)',
    hint: 'After the end; then names, phones and e-mails are erased. Counts and payments stay.',
    name: 'Voters’ details kept (months)',
  },
};

const textOf = (name: string) => (contestSettingTexts as Record<string, SettingText | undefined>)[name];

/** What lists call a setting; undefined for one with texts of its own. */
export const settingName = (name: string): string | undefined => textOf(name)?.name ?? textOf(name)?.label;

export const settingOption = (name: string, value: string): string => textOf(name)?.options?.[value] ?? value;
