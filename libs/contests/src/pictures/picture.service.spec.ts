import { pictureChange } from './picture.service.js';

const NEW = Buffer.from('a picture');

it('what an update does with a picture stores a new one, also when the old one is to be removed', () => {
  expect([pictureChange(NEW, undefined), pictureChange(NEW, false)]).toEqual([NEW, NEW]);
  expect(pictureChange(NEW, true)).toBe(NEW);
});

it('what an update does with a picture removes the old one by null or by the request to remove it', () =>
  expect([pictureChange(null, undefined), pictureChange(undefined, true)]).toEqual([null, null]));

it('what an update does with a picture keeps the old one otherwise', () =>
  expect([pictureChange(undefined, undefined), pictureChange(undefined, false)]).toEqual([
    undefined,
    undefined,
  ]));
