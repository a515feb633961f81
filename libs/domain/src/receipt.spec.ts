import { receiptLetter } from './receipt.js';

describe('the receipt', () => {
  const facts = {
    code: '7K3M-9QXT',
    reference: 'A-1',
    contestTitle: 'Volta Music Awards',
    contestantName: 'Esi\r\nBcc: everybody@example.com',
    votes: 1200,
    amountPesewas: 120_000,
    countedAt: new Date('2026-11-21T20:01:02Z'),
    publicUrl: 'https://abato.example',
  };

  it('says what was counted, for how much, and how to find it again', () => {
    const { body } = receiptLetter({ ...facts, contestantName: 'Esi' });
    for (const text of [
      '1,200 votes for Esi',
      '7K3M-9QXT',
      'GHS 1,200.00',
      '2026-11-21 20:01',
      '/find-my-vote',
    ]) {
      expect(body).toContain(text);
    }
    expect(receiptLetter({ ...facts, votes: 1 }).body).toContain('1 vote for');
  });

  it('keeps its subject on one line', () => {
    expect(receiptLetter(facts).subject).not.toMatch(/[\r\n]/);
  });
});
