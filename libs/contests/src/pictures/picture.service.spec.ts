import { pictureChange } from './picture.service.js';

const NEW = Buffer.from('a picture');

describe('what an update does with a picture', () => {
  it('stores a new one, also when the old one is to be removed', () => {
    expect([pictureChange(NEW, undefined), pictureChange(NEW, false)]).toEqual([NEW, NEW]);
    expect(pictureChange(NEW, true)).toBe(NEW);
  });

  it('removes the old one by null or by the request to remove it', () => {
    expect([pictureChange(null, undefined), pictureChange(undefined, true)]).toEqual([null, null]);
  });

  it('keeps the old one otherwise', () => {
    expect([pictureChange(undefined, undefined), pictureChange(undefined, false)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
