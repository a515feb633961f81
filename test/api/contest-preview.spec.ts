import type { PublicContestView } from '@abato/contracts';
import { aContest, aUser, aVote, type BuiltContest } from '../support/builders.js';
import { ApiClient } from '../support/http.js';
import { waitFor } from '../support/wait-for.js';

const visitor = new ApiClient();
const publicDetail = (id: string) => visitor.get<PublicContestView>(`/contests/${id}/public`);

/** The owner's preview, and the contest. */
async function aPreview(build: (builder: ReturnType<typeof aContest>) => ReturnType<typeof aContest>) {
  const owner = await aUser().save();
  const contest: BuiltContest = await build(aContest().ownedBy(owner)).save();
  const preview = () => owner.api.get<PublicContestView>(`/contests/${contest.id}/preview`);
  return { owner, contest, preview };
}

describe('GET /contests/{id}/preview', () => {
  it.each([
    ['shown', (builder) => builder.active().withContestants(3, 2)],
    ['hidden', (builder) => builder.active().withContestants(3, 2).resultsHidden()],
  ] as [string, Parameters<typeof aPreview>[0]][])(
    'answers what the public detail answers while results are %s',
    async (_, build) => {
      const { owner, contest, preview } = await aPreview(build);
      await visitor.post('/votes/cast', aVote(contest, { voteCount: 3 }));
      await waitFor(async () => {
        const { data } = await owner.api.get<{ totalVotes: number }>(`/votes/contest/${contest.id}/stats`);
        return data.totalVotes === 3;
      });
      const { data } = await preview();
      expect(data).toEqual((await publicDetail(contest.id)).data);
    },
  );

  it('answers for a draft what the public detail answers after the activation', async () => {
    const { owner, contest, preview } = await aPreview((builder) => builder.draft().withContestants(2, 1));
    expect((await visitor.call('GET', `/contests/${contest.id}/public`)).status).toBe(404);
    const { data: before } = await preview();
    await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' });
    expect(before).toEqual((await publicDetail(contest.id)).data);
  });
});
