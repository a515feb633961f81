import { expect, it } from '@jest/globals';
import { nomineesNamed } from './nominees-named';

const nominees = [
  { id: '1', name: 'Ama Kofí Mensah', code: '4821' },
  { id: '2', name: 'Akosua Ɔforiwaa', code: '4822' },
  { id: '3', name: 'Kwame Mensah', code: '7310' },
];
const found = (text: string) => [...nomineesNamed(text, nominees)];

it('searching nominees finds names by their words in any order, whatever case and accents', () => {
  expect(found('mensah')).toEqual(['1', '3']);
  expect(found('MENSAH kofi')).toEqual(['1']);
  expect(found('ɔFORI')).toEqual(['2']);
  expect(found('yaa')).toEqual([]);
  expect(found('ámà')).toEqual(['1']);
});

it('searching nominees finds codes', () => {
  expect(found('4822')).toEqual(['2']);
  expect(found('482')).toEqual(['1', '2']);
});
