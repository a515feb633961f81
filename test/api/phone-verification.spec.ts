import type { ContestProposal, ContestView, PublicContestView } from '@abato/contracts';
import { aContest, aUser, closeDatabase } from '../support/builders.js';
import { ApiClient } from '../support/http.js';

const api = new ApiClient();
afterAll(closeDatabase);

describe('the level of verification of a contest', () => {
  it('is open unless the organiser asks for verified numbers, is shown to voters and copied', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).draft().save();
    const { data } = await owner.api.get<ContestView>(`/contests/${contest.id}`);
    expect(data.verification).toBe('OPEN');
    const changed = await owner.api.put<ContestView>(`/contests/${contest.id}`, { verification: 'PHONE' });
    expect(changed.data.verification).toBe('PHONE');
    const copy = await owner.api.post<ContestView>(`/contests/${contest.id}/duplicate`);
    expect(copy.data.verification).toBe('PHONE');
    expect((await owner.api.put(`/contests/${contest.id}`, { status: 'ACTIVE' })).status).toBe(200);
    const shown = await api.get<PublicContestView>(`/contests/${contest.id}/public`);
    expect(shown.data.verification).toBe('PHONE');
  });

  it('is one of those that exist', async () => {
    const owner = await aUser().save();
    const contest = await aContest().ownedBy(owner).draft().save();
    const answer = await owner.api.put(`/contests/${contest.id}`, { verification: 'ELECTORATE' });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(['active', 'paused', 'ended'] as const)(
    'is fixed once the contest is %s, in both directions',
    async (state) => {
      const owner = await aUser().save();
      const open = await aContest().ownedBy(owner)[state]().save();
      const tightened = await owner.api.put(`/contests/${open.id}`, { verification: 'PHONE' });
      expect([tightened.status, tightened.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect(tightened.message).toContain('while the contest is a draft');
      // Forms send whole records.
      expect((await owner.api.put(`/contests/${open.id}`, { verification: 'OPEN' })).status).toBe(200);
      const verified = await aContest().ownedBy(owner)[state]().verifiedPhones().save();
      const loosened = await owner.api.put(`/contests/${verified.id}`, { verification: 'OPEN' });
      expect([loosened.status, loosened.code]).toEqual([409, 'INVALID_TRANSITION']);
    },
  );

  it('is proposed with the means of this platform', async () => {
    const owner = await aUser().save();
    const { data } = await owner.api.get<ContestProposal>('/contests/proposal');
    expect(data).toEqual({ verification: expect.any(String), canSendCodes: true });
  });
});
