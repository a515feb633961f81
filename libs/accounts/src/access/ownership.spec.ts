import type { Actor } from './actor.js';
import { FOREIGN, refusalForForeign } from './ownership.js';

const actor = (role: Actor['role']): Actor => ({
  id: 'a',
  role,
  approvalStatus: 'APPROVED',
  tokenVersion: 1,
});

const refusal = (role: Actor['role'], exists: () => Promise<boolean>) =>
  refusalForForeign(actor(role), 'HOST_NOT_FOUND', FOREIGN.editHost, exists);

it('writing what is not the own looks to an organiser as if it did not exist, without a query for it', async () => {
  let looked = false;
  const exists = () => Promise.resolve((looked = true));
  for (const role of ['COMPANY_ADMIN', 'USER'] as const)
    expect((await refusal(role, exists)).code).toBe('HOST_NOT_FOUND');
  expect(looked).toBe(false);
});

it('writing what is not the own tells a super admin why, and that it is missing when it is', async () => {
  const there = await refusal('SUPER_ADMIN', () => Promise.resolve(true));
  expect([there.code, there.message]).toEqual(['NOT_OWNER', FOREIGN.editHost]);
  expect((await refusal('SUPER_ADMIN', () => Promise.resolve(false))).code).toBe('HOST_NOT_FOUND');
});

it('writing what is not the own is refused in the words of the specification (§6)', () =>
  expect(FOREIGN).toEqual({
    editHost: 'Super Admins can view all hosts but can only edit their own hosts',
    deleteHost: 'Super Admins can only delete their own hosts',
    deleteContest: 'Super Admins can only delete their own contests',
    manageContest: 'Super Admins can only manage their own contests',
  }));
