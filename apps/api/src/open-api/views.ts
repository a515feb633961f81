import {
  APPROVAL_STATUSES,
  CHALLENGE_MODES,
  CONTEST_STATUSES,
  ROLES,
  type CategoryView,
  type ContestantView,
  type ContestView,
  type HostView,
  type PublicCategoryView,
  type PublicContestantView,
  type PublicContestSummary,
  type PublicContestView,
  type PublicHostView,
  type SessionView,
  type UserView,
} from '@abato/contracts';
import {
  cedis,
  count,
  dateTime,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  view,
} from './schema.js';

const picture = nullable({ type: 'string', example: '/uploads/0f…-640.webp' });
const person = object<{ firstName: string; lastName: string; email: string }>({
  firstName: text,
  lastName: text,
  email: text,
});

export const userSchema = view(
  'User',
  object<UserView>(
    {
      id,
      firstName: text,
      lastName: text,
      email: text,
      phone: text,
      idNumber: text,
      role: oneOf(ROLES),
      isApproved: flag,
      approvalStatus: oneOf(APPROVAL_STATUSES),
      rejectionReason: nullable(text),
      createdAt: dateTime,
    },
    ['idNumber'],
  ),
);

export const sessionSchema = view('Session', object<SessionView>({ user: userSchema, token: text }));

export const hostSchema = view(
  'Host',
  object<HostView>(
    {
      id,
      userId: id,
      name: text,
      email: text,
      phone: text,
      description: text,
      logo: picture,
      isActive: flag,
      createdAt: dateTime,
      user: person,
      _count: object<HostView['_count']>({ contests: count }),
    },
    ['user'],
  ),
);

const publicHost = { id, name: text, logo: picture, description: text };

const publicContestant = view(
  'PublicContestant',
  object<PublicContestantView>({
    id,
    categoryId: id,
    name: text,
    bio: text,
    photo: picture,
    order: count,
    voteCount: nullable(count),
    rank: nullable(count),
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
    name: text,
    description: text,
    order: count,
    contestants: list(publicContestant),
    _count: object<PublicCategoryView['_count']>({ contestants: count, votes: nullable(count) }),
  }),
);

const publicSummary = {
  id,
  hostId: id,
  title: text,
  description: text,
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
    name: text,
    bio: text,
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
      name: text,
      description: text,
      order: count,
      contest: object<{ title: string }>({ title: text }),
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
      title: text,
      description: text,
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
