import { expect, it } from '@jest/globals';
import { keepReceipt, keptReceipt } from './kept-receipts';

const note = (code: string, signature = 'eA==') =>
  `a.example/log/1\nreceipt\n${code}\n2026-12-01T18:16Z\n\n— a.example/log/1 ${signature}\n`;

it('the browser keeps the signed receipts of the last 200 votes, one of each vote', () => {
  for (let nr = 1000; nr < 1205; nr++) keepReceipt(note(`7K3M-${nr}`));
  keepReceipt(note('7K3M-1204', 'eB=='));
  expect(keptReceipt('7K3M-1004')).toBeNull();
  expect(keptReceipt('7k3m 1006')).toBe(note('7K3M-1006'));
  expect(keptReceipt('7K3M-1204')).toBe(note('7K3M-1204', 'eB=='));
});
