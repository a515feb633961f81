import { afterEach, expect, it } from '@jest/globals';
import type { UserView } from '@abato/contracts';
import { keepDeviceToken, readDeviceTokens } from './device-tokens';
import {
  clearAccount,
  clearSession,
  isSessionKey,
  KEPT_FORM,
  readSession,
  readToken,
  storedUserOf,
  writePreference,
  writeSession,
} from './storage';
import { tabStorage } from './tab-storage';
import { giveStorage, removeStorage } from '../../../../test/support/browser-storage';

const user: UserView = {
  id: 'u1',
  firstName: 'Ama',
  lastName: 'Mensah',
  email: 'ama@example.com',
  emailVerified: true,
  phone: '+233241234567',
  idNumber: 'GHA-1',
  role: 'COMPANY_ADMIN',
  isApproved: true,
  approvalStatus: 'APPROVED',
  rejectionReason: null,
  createdAt: '2026-11-21T00:00:00.000Z',
};

afterEach(clearSession);

afterEach(removeStorage);

it('the stored session holds neither phone nor ID number', () =>
  expect(JSON.stringify(storedUserOf(user))).not.toMatch(/233241234567|GHA-1/));

it('the stored session lasts as long as the page where the browser refuses storage', () => {
  writeSession({ token: 't', user: storedUserOf(user) });
  expect(readSession()).toEqual({ token: 't', user: storedUserOf(user) });
  clearSession();
  expect([readSession(), readToken()]).toEqual([null, null]);
});

it('the stored session ends when another tab removes it, also where this tab wrote it', () => {
  const area = giveStorage();
  writeSession({ token: 't', user: storedUserOf(user) });
  expect(readToken()).toBe('t');
  area.removeItem('token');
  expect(readToken()).toBeNull();
});

it('the stored session lasts as long as the page where storage is full', () => {
  giveStorage().isFull = true;
  writeSession({ token: 't', user: storedUserOf(user) });
  expect(readToken()).toBe('t');
  clearSession();
  expect(readToken()).toBeNull();
});

it('the stored session is kept under names that the release before knows too', () => {
  const area = giveStorage();
  writeSession({ token: 't', user: storedUserOf(user) });
  keepDeviceToken('a.device.1.signature');
  expect([area.getItem('token'), area.getItem('deviceTokens')]).toEqual(['t', 'a.device.1.signature']);
  expect(KEPT_FORM).toBe('keptForm');
  clearSession();
  expect([area.getItem('token'), area.getItem('user')]).toEqual([null, null]);
  expect(JSON.stringify(area.getItem('deviceTokens'))).toContain('device.1');
});

it('the stored session needs both the token and the user', () => {
  writePreference('user', JSON.stringify(storedUserOf(user)));
  expect(readSession()).toBeNull();
  writePreference('user', null);
  writePreference('token', 't');
  expect(readSession()).toBeNull();
  writePreference('user', 'no JSON');
  expect(readSession()).toBeNull();
  for (const other of [{ id: 1 }, { id: 1, role: 'SUPER_ADMIN' }, { id: 'u1' }, null]) {
    writePreference('user', JSON.stringify(other));
    expect(readSession()).toBeNull();
  }
  writePreference('user', JSON.stringify(storedUserOf(user)));
  expect(readSession()).toMatchObject({ token: 't', user: { id: 'u1' } });
});

it('the stored session is changed by another tab when its token or user is, or all of storage', () => {
  expect([null, 'token', 'user'].map(isSessionKey)).toEqual([true, true, true]);
  expect(['deviceTokens', 'keptForm'].map(isSessionKey)).toEqual([false, false]);
});

it('records of a tab are read as they were written, until they are removed', () => {
  const area = giveStorage('sessionStorage');
  expect(tabStorage.read('pendingPayment')).toBeNull();
  tabStorage.write('pendingPayment', { reference: 'A-1' });
  expect(tabStorage.read('pendingPayment')).toEqual({ reference: 'A-1' });
  area.setItem('pendingPayment', 'no JSON');
  expect(tabStorage.read('pendingPayment')).toBeNull();
  tabStorage.remove('pendingPayment');
  expect(area.getItem('pendingPayment')).toBeNull();
});

it('records of a tab are none where the browser has no storage, and nothing fails', () => {
  tabStorage.write('pendingPayment', 1);
  tabStorage.remove('pendingPayment');
  expect(tabStorage.read('pendingPayment')).toBeNull();
});

it('a logout leaves nothing of the account, and the voter’s own choices', () => {
  const area = giveStorage();
  writeSession({ token: 't', user: storedUserOf(user) });
  keepDeviceToken('a.device.1.signature');
  writePreference(KEPT_FORM, '{}');
  writePreference('theme', 'dark');
  clearAccount();
  expect(['token', 'user', 'deviceTokens', 'keptForm', 'theme'].map((key) => area.getItem(key))).toEqual([
    null,
    null,
    null,
    null,
    'dark',
  ]);
});

it('device tokens are replaced by a newer one of the same account, and not by one of another', () => {
  giveStorage();
  for (const token of ['ama.device.1.s', 'abena.device.1.s', 'ama.device.2.s']) keepDeviceToken(token);
  expect(readDeviceTokens()).toEqual(['ama.device.2.s', 'abena.device.1.s']);
});

it('device tokens are none at first', () => {
  giveStorage();
  expect(readDeviceTokens()).toEqual([]);
});

it('device tokens are kept for five accounts, one for each, the newest first, also after the session has ended', () => {
  for (const account of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) keepDeviceToken(`${account}.device.1.signature`);
  keepDeviceToken('c.device.2.signature');
  clearSession();
  expect(readDeviceTokens()).toEqual([
    'c.device.2.signature',
    'b.device.1.signature',
    'f.device.1.signature',
    'e.device.1.signature',
    'd.device.1.signature',
  ]);
});
