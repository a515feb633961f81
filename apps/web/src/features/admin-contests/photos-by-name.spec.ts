import { describe, expect, it } from '@jest/globals';
import { photosByName } from './photos-by-name';

const names = (contestants: { name: string; photo: string }[], files: string[]) =>
  photosByName(
    contestants,
    files.map((name) => ({ name })),
  ).map((file) => file?.name);

describe('photos of a list', () => {
  it('are the files that the list names', () => {
    const list = [{ name: 'Ama Serwaa', photo: 'IMG_12.jpg' }];
    expect(names(list, ['ama-serwaa.png', 'img_12.JPG'])).toEqual(['img_12.JPG']);
    expect(names(list, ['ama-serwaa.png'])).toEqual([undefined]);
  });

  it('are else the files that are called like the contestants', () => {
    const list = [
      { name: 'Ɔdɔ Adé', photo: '' },
      { name: 'DJ 2.0', photo: '' },
      { name: 'Kofi', photo: '' },
    ];
    expect(names(list, ['dj-20.webp', 'ɔdɔ_ade\u0301.png'])).toEqual([
      'ɔdɔ_ade\u0301.png',
      'dj-20.webp',
      undefined,
    ]);
  });
});
