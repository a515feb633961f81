import { emailField, paragraphsField, phoneField, removePictureField, textField } from './shared-rules.js';
import type { InputOf, Rules } from './field-rule.js';
import * as s from './schema.js';
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
export const pictureView = s.nullable(s.like(s.text, '/uploads/0f8fad5bd9cb469fa16570867728950e-640.webp'));

export const hostView = s.view('Host', {
  id: s.id,
  userId: s.id,
  name: s.like(s.text, 'Volta Music'),
  email: s.like(s.text, 'ama@voltamusic.example'),
  phone: s.like(s.text, '+233241234567'),
  description: s.like(s.text, 'The yearly awards of the Volta Region.'),
  logo: pictureView,
  isActive: s.flag,
  createdAt: s.dateTime,
  user: s.optional(personView),
  _count: s.object({ contests: s.count }),
});
export type HostView = s.Shown<typeof hostView>;

/** The part of a host that is public. */
export const publicHostShape = {
  id: s.id,
  name: s.like(s.text, 'Volta Music'),
  logo: pictureView,
  description: s.like(s.text, 'The yearly awards of the Volta Region.'),
};
export const publicHostView = s.object(publicHostShape);
export type PublicHostView = s.Shown<typeof publicHostView>;

export const hostStatsView = s.view('HostStats', {
  totalContests: s.count,
  activeContests: s.count,
  pausedContests: s.count,
  totalVotes: s.count,
  totalTransactions: s.count,
  /** Deleted contests included, as everywhere: money stays in the books. */
  totalRevenue: s.cedis,
});
export type HostStats = s.Shown<typeof hostStatsView>;
