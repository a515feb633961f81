import { afterEach, describe, expect, it } from '@jest/globals';
import type { UserView } from '@abato/contracts';
import { clearSession, readSession, readToken, storedUserOf, writePreference, writeSession } from './storage';

const user: UserView = {
  id: 'u1',
  firstName: 'Ama',
  lastName: 'Mensah',
  email: 'ama@example.com',
  phone: '+233241234567',
  idNumber: 'GHA-1',
  role: 'COMPANY_ADMIN',
  isApproved: true,
  approvalStatus: 'APPROVED',
  rejectionReason: null,
  createdAt: '2026-11-21T00:00:00.000Z',
};

afterEach(clearSession);

describe('the stored session', () => {
  it('holds neither phone nor ID number', () => {
    expect(JSON.stringify(storedUserOf(user))).not.toMatch(/233241234567|GHA-1/);
  });

  it('lasts as long as the page where the browser refuses storage', () => {
    writeSession({ token: 't', user: storedUserOf(user) });
    expect(readSession()).toEqual({ token: 't', user: storedUserOf(user) });
    clearSession();
    expect([readSession(), readToken()]).toEqual([null, null]);
  });

  it('needs both the token and the user', () => {
    writePreference('token', 't');
    expect(readSession()).toBeNull();
    writePreference('user', 'no JSON');
    expect(readSession()).toBeNull();
    writePreference('user', JSON.stringify({ id: 1 }));
    expect(readSession()).toBeNull();
  });
});
