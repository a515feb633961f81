import {
  APPROVAL_STATUSES,
  type CategoryView,
  CHALLENGE_MODES,
  CONTEST_STATUSES,
  type ContestantView,
  type ContestView,
  type HostView,
  type PublicCategoryView,
  type PublicContestantView,
  type PublicContestSummary,
  type PublicContestView,
  type PublicHostView,
  ROLES,
  type SessionView,
  type UserView,
} from '@abato/contracts';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  like,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  view,
} from './schema.js';

const picture = nullable(like(text, '/uploads/0f8fad5bd9cb469fa16570867728950e-640.webp'));
const person = object<{ firstName: string; lastName: string; email: string }>({
  firstName: like(text, 'Ama'),
  lastName: like(text, 'Mensah'),
  email: like(text, 'ama@voltamusic.example'),
});

export const userSchema = view(
  'User',
  object<UserView>(
    {
      id,
      firstName: like(text, 'Ama'),
      lastName: like(text, 'Mensah'),
      email: like(text, 'ama@voltamusic.example'),
      phone: like(text, '+233241234567'),
      idNumber: like(text, 'GHA-123456789-0'),
      role: oneOf(ROLES),
      isApproved: flag,
      approvalStatus: oneOf(APPROVAL_STATUSES),
      rejectionReason: nullable(like(text, 'Invalid documents or requirements not met')),
      createdAt: dateTime,
    },
    ['idNumber'],
  ),
);

export const sessionSchema = view(
  'Session',
  object<SessionView>({
    user: userSchema,
    token: like(text, 'eyJhbGciOiJIUzI1NiJ9.eyJ2ZXIiOjB9.c2lnbmF0dXJl'),
  }),
);

export const hostSchema = view(
  'Host',
  object<HostView>(
    {
      id,
      userId: id,
      name: like(text, 'Volta Music'),
      email: like(text, 'ama@voltamusic.example'),
      phone: like(text, '+233241234567'),
      description: like(text, 'The yearly awards of the Volta Region.'),
      logo: picture,
      isActive: flag,
      createdAt: dateTime,
      user: person,
      _count: object<HostView['_count']>({ contests: count }),
    },
    ['user'],
  ),
);

const publicHost = {
  id,
  name: like(text, 'Volta Music'),
  logo: picture,
  description: like(text, 'The yearly awards of the Volta Region.'),
};

const publicContestant = view(
  'PublicContestant',
  object<PublicContestantView>({
    id,
    categoryId: id,
    name: like(text, 'Adwoa Boateng'),
    bio: like(text, 'Highlife singer from Ho.'),
    photo: picture,
    order: count,
    voteCount: nullable(count),
    rank: nullable(like(count, 1)),
    percentage: nullable(number),
    categoryPercentage: nullable(number),
    _count: object<PublicContestantView['_count']>({ votes: nullable(count) }),
  }),
);

const publicCategory = view(
  'PublicCategory',
  object<PublicCategoryView>({
    id,
    contestId: id,
    name: like(text, 'Best New Artist'),
    description: like(text, 'First single this year.'),
    order: count,
    contestants: list(publicContestant),
    _count: object<PublicCategoryView['_count']>({ contestants: count, votes: nullable(count) }),
  }),
);

const publicSummary = {
  id,
  hostId: id,
  title: like(text, 'Volta Music Awards 2026'),
  description: like(text, 'Vote for the sound of the year.'),
  startDate: dateTime,
  endDate: dateTime,
  votePrice: cedis,
  banner: picture,
  status: oneOf(CONTEST_STATUSES),
  isPaused: flag,
  showResults: flag,
  host: object<PublicHostView>(publicHost),
  _count: object<PublicContestSummary['_count']>({
    categories: count,
    contestants: count,
    votes: nullable(count),
  }),
};

export const publicContestSummarySchema = view(
  'PublicContestSummary',
  object<PublicContestSummary>(publicSummary),
);

export const publicContestSchema = view(
  'PublicContest',
  object<PublicContestView>({
    ...publicSummary,
    version: nullable(count),
    totalVotes: nullable(count),
    resultsFinal: flag,
    freeVotesPerHour: count,
    retentionMonths: count,
    categories: list(publicCategory),
  }),
);

export const contestantSchema = view(
  'Contestant',
  object<ContestantView>({
    id,
    categoryId: id,
    name: like(text, 'Adwoa Boateng'),
    bio: like(text, 'Highlife singer from Ho.'),
    photo: picture,
    order: count,
    voteCount: count,
    _count: object<ContestantView['_count']>({ votes: count }),
  }),
);

export const categorySchema = view(
  'Category',
  object<CategoryView>(
    {
      id,
      contestId: id,
      name: like(text, 'Best New Artist'),
      description: like(text, 'First single this year.'),
      order: count,
      contest: object<{ title: string }>({ title: like(text, 'Volta Music Awards 2026') }),
      contestants: list(contestantSchema),
      _count: object<CategoryView['_count']>({ contestants: count, votes: count }),
    },
    ['contest', 'contestants'],
  ),
);

export const contestSchema = view(
  'Contest',
  object<ContestView>(
    {
      id,
      userId: id,
      hostId: id,
      title: like(text, 'Volta Music Awards 2026'),
      description: like(text, 'Vote for the sound of the year.'),
      startDate: dateTime,
      endDate: dateTime,
      votePrice: cedis,
      freeVotesPerHour: count,
      freeVotesPerDevice: count,
      challenge: oneOf(CHALLENGE_MODES),
      retentionMonths: count,
      banner: picture,
      status: oneOf(CONTEST_STATUSES),
      isPaused: flag,
      showResults: flag,
      createdAt: dateTime,
      updatedAt: dateTime,
      host: object<ContestView['host']>({ ...publicHost, user: person }, ['user']),
      categories: list(categorySchema),
      _count: object<ContestView['_count']>({ categories: count, contestants: count, votes: count }),
    },
    ['categories'],
  ),
);
