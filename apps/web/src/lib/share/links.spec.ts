import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { embedUrl, publicUrl, receiptUrl, remoteUrl, shareLinks } from './links';

beforeAll(() => {
  Object.assign(globalThis, { window: { location: { origin: 'https://abato.example' } } });
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

it('share links lead to a contest, to one contestant, and to the frame for other sites', () => {
  expect(publicUrl('c1')).toBe('https://abato.example/contests/c1');
  expect(publicUrl('c1', 'p1')).toBe('https://abato.example/contests/c1?contestant=p1');
  expect(embedUrl('c1')).toBe('https://abato.example/embed/contests/c1');
});

it('share links lead to a receipt’s vote, and make a remote whose token no server sees', () => {
  expect(receiptUrl('AB 12')).toBe('https://abato.example/r/AB%2012');
  expect(remoteUrl('secret')).toBe('https://abato.example/remote#secret');
});

it('share links carry address and text to each network, encoded', () => {
  const url = 'https://abato.example/contests/c1?contestant=p1';
  const links = shareLinks(url, 'Vote for Ama & Kofi');
  expect(links.map(({ network }) => network)).toEqual(['WhatsApp', 'Facebook', 'X']);
  const [whatsApp, facebook, x] = links.map(({ href }) => new URL(href).searchParams);
  expect(whatsApp?.get('text')).toBe(`Vote for Ama & Kofi ${url}`);
  expect(facebook?.get('u')).toBe(url);
  expect([x?.get('text'), x?.get('url')]).toEqual(['Vote for Ama & Kofi', url]);
});
