import { deviceCookie, proofCookie, readCookies } from './cookies.js';

const DEVICE = '00000000-0000-4000-8000-0000000000aa';

it('reads what it has set, and nothing that is not well-formed', () => {
  expect(readCookies(`a=b; abato_light=${DEVICE.toUpperCase()} ;abato_proof=tk.x,ty.z`)).toEqual({
    device: DEVICE,
    browserToken: null,
    proofs: 'tk.x,ty.z',
  });
  for (const header of [
    undefined,
    '',
    ';;=',
    'abato_light',
    'abato_light=x; abato_proof=a"b',
    `abato_proof=${'a'.repeat(301)}`,
  ])
    expect(readCookies(header)).toEqual({ device: null, browserToken: null, proofs: '' });
});

it('keeps cookies from scripts, other sites and other pages', () => {
  expect(deviceCookie(DEVICE, null, true)).toBe(
    `abato_light=${DEVICE}; Path=/v; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(deviceCookie(DEVICE, null, false)).not.toContain('Secure');
});

it('keeps the token of the browser beside its number', () => {
  const [set = ''] = deviceCookie(DEVICE, 'mhz3k0a1.u0.3sQh1bT7Wl0mRk2Yx9Zc4A', true).split(';');
  expect(readCookies(set)).toMatchObject({
    device: DEVICE,
    browserToken: 'mhz3k0a1.u0.3sQh1bT7Wl0mRk2Yx9Zc4A',
  });
});

it('keeps the proofs of five numbers until the contest ends', () => {
  const now = new Date('2026-11-23T20:00:00Z');
  const end = new Date('2026-11-23T21:00:00Z');
  const kept = { earlier: '1.a,2.b,3.c,4.d,5.e', token: '3.c', contestId: 'id' };
  expect(proofCookie(kept, end, now, false)).toBe(
    'abato_proof=3.c,1.a,2.b,4.d,5.e; Path=/v/id; Max-Age=3600; HttpOnly; SameSite=Lax',
  );
  expect(proofCookie({ ...kept, token: '6.f' }, end, now, false)).toContain(
    'abato_proof=6.f,1.a,2.b,3.c,4.d;',
  );
});
