import { emailField, paragraphsField, phoneField, removePictureField, textField } from './rules.js';
import type { InputOf, Rules } from './field-rule.js';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  like,
  nullable,
  object,
  optional,
  type Shown,
  text,
  view,
} from './schema.js';
import { personView } from './user.js';

export const hostRules = {
  name: textField('Name is required', 200),
  email: emailField('Email is required'),
  phone: phoneField('Phone is required'),
  description: paragraphsField('Description is required', 5000),
} satisfies Rules;
/** What an update of a host may carry besides the form's fields. */
export const hostSettingsRules = { removeLogo: removePictureField } satisfies Rules;

export type HostInput = InputOf<typeof hostRules>;
export type HostPatch = Partial<HostInput & InputOf<typeof hostSettingsRules>>;
export const hostExamples = {
  name: 'Volta Music Awards',
  email: 'hello@voltamusic.example',
  phone: '0201234567',
  description: 'The yearly awards of the Volta Region.',
} satisfies HostInput;

/** Path of an uploaded picture below this origin. */
export const pictureView = nullable(like(text, '/uploads/0f8fad5bd9cb469fa16570867728950e-640.webp'));

export const hostView = view('Host', {
  id,
  userId: id,
  name: like(text, 'Volta Music'),
  email: like(text, 'ama@voltamusic.example'),
  phone: like(text, '+233241234567'),
  description: like(text, 'The yearly awards of the Volta Region.'),
  logo: pictureView,
  isActive: flag,
  createdAt: dateTime,
  user: optional(personView),
  _count: object({ contests: count }),
});
export type HostView = Shown<typeof hostView>;

/** The part of a host that is public. */
export const publicHostShape = {
  id,
  name: like(text, 'Volta Music'),
  logo: pictureView,
  description: like(text, 'The yearly awards of the Volta Region.'),
};
export const publicHostView = object(publicHostShape);
export type PublicHostView = Shown<typeof publicHostView>;

export const hostStatsView = view('HostStats', {
  totalContests: count,
  activeContests: count,
  pausedContests: count,
  totalVotes: count,
  totalTransactions: count,
  /** Deleted contests included, as everywhere: money stays in the books. */
  totalRevenue: cedis,
});
export type HostStats = Shown<typeof hostStatsView>;
