import { expect, it } from '@jest/globals';
import { idsWithCode, newId, receiptCodeOf } from './ids.js';

it('the code of a free vote leads back to the id it came from, as it was written down', () => {
  for (let i = 0; i < 200; i++) {
    const id = newId();
    const code = receiptCodeOf(id);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    for (const text of [code, ` ${code.toLowerCase().replaceAll('-', ' ')}`]) {
      const ids = idsWithCode(text);
      expect(ids && ids.from <= id && id < ids.to && id.endsWith(ids.tail)).toBe(true);
    }
  }
});

it('the code of a free vote differs between votes of the same millisecond', () => {
  const time = '019aabcd-ef01-7000-8000-0000000';
  expect(receiptCodeOf(`${time}00001`)).not.toBe(receiptCodeOf(`${time}00002`));
});

it('the code of a free vote is not found in other texts', () => {
  for (const text of ['', '7K3M-9QXT', 'A-7Z2K9QXTB4M0', 'UUUU-UUUU-UUUU', newId()])
    expect(idsWithCode(text)).toBeNull();
});
