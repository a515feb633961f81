import {
  bundlesShown,
  type CategoryView,
  cedisFromPesewas,
  contestTextsOf,
  type ContestView,
} from '@abato/contracts';
import type { Size } from './contest-counts.js';
import type { Contest } from './contest.entity.js';

/** A contest as its owner and super admins see it; counts always. `contest.host.user` must be loaded. */
export function contestView(contest: Contest, size: Size, categories?: CategoryView[]): ContestView {
  const { host } = contest;
  const isFree = contest.votePricePesewas === 0;
  return {
    id: contest.id,
    userId: contest.userId,
    hostId: contest.hostId,
    ...contestTextsOf(contest),
    startDate: contest.startDate.toISOString(),
    endDate: contest.endDate.toISOString(),
    votePrice: cedisFromPesewas(contest.votePricePesewas),
    bundles: bundlesShown(contest.bundles),
    windows: contest.windows,
    freeVotesPerHour: isFree ? contest.freeVotesPerHour : null,
    freeVotesPerDevice: isFree ? contest.freeVotesPerDevice : null,
    challenge: isFree ? contest.challenge : null,
    addressProof: contest.addressProof,
    verification: isFree ? contest.verification : null,
    allowBallotChange: contest.allowBallotChange,
    retentionMonths: contest.retentionMonths,
    banner: contest.banner,
    status: contest.status,
    isPaused: contest.status === 'PAUSED',
    showResults: contest.showResults,
    createdAt: contest.createdAt.toISOString(),
    updatedAt: contest.updatedAt.toISOString(),
    host: {
      id: host.id,
      name: host.name,
      logo: host.logo,
      description: host.description,
      user: { firstName: host.user.firstName, lastName: host.user.lastName, email: host.user.email },
    },
    ...(categories && { categories }),
    _count: { categories: size.categories, contestants: size.contestants, votes: size.votes },
  };
}
