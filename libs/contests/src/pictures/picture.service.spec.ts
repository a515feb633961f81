import { pictureChange } from './picture.service.js';

const NEW = Buffer.from('a picture');

describe('what an update does with a picture', () => {
  it('an update stores a new picture, also when the old one is to be removed', () => {
    expect([pictureChange(NEW, undefined), pictureChange(NEW, false)]).toEqual([NEW, NEW]);
    expect(pictureChange(NEW, true)).toBe(NEW);
  });

  it('an update removes the old picture by null or by the request to remove it', () => {
    expect([pictureChange(null, undefined), pictureChange(undefined, true)]).toEqual([null, null]);
  });

  it('an update without a picture keeps the old one', () => {
    expect([pictureChange(undefined, undefined), pictureChange(undefined, false)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
