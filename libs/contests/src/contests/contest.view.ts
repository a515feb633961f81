import { type CategoryView, contestTextsOf, type ContestView, shownSettings } from '@abato/contracts';
import type { Size } from './contest-counts.js';
import type { Contest } from './contest.entity.js';

/** A contest as its owner and super admins see it; counts always. `contest.host.user` must be loaded. */
export function contestView(contest: Contest, size: Size, categories?: CategoryView[]): ContestView {
  const { host } = contest;
  return {
    id: contest.id,
    userId: contest.userId,
    hostId: contest.hostId,
    ...contestTextsOf(contest),
    ...shownSettings(contest, 'organiser'),
    banner: contest.banner,
    status: contest.status,
    isPaused: contest.status === 'PAUSED',
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
