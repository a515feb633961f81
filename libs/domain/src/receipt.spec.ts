import { receiptLetter, receiptSms } from './receipt.js';

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

describe('the receipt by SMS', () => {
  const facts = { code: '7K3M-9QXT', votes: 3, amountPesewas: 300, publicUrl: 'https://abato.example' };
  const sms = (contestantName: string, publicUrl = facts.publicUrl): string =>
    receiptSms({ ...facts, contestantName, publicUrl });

  it('says what was counted, and how to find it again, in one message', () => {
    expect(sms('Esi')).toBe(
      'Abato: 3 votes for Esi counted, GHS 3.00. Receipt 7K3M-9QXT. Check: https://abato.example/find-my-vote',
    );
  });

  it('writes Ghanaian letters plainly: one that phones write otherwise makes two messages of one', () => {
    expect(sms('Kɔjo Ɛsi Nkrumáh 👑')).toContain('for Kojo Esi Nkrumah counted');
  });

  it('cuts a long name, and leaves out a long address before the receipt code', () => {
    const long = sms('A'.repeat(300));
    expect(long).toHaveLength(160);
    expect(long).toContain('Receipt 7K3M-9QXT. Check: https://abato.example/find-my-vote');
    const far = sms('B'.repeat(300), `https://${'x'.repeat(90)}.example`);
    expect(far.length).toBeLessThanOrEqual(160);
    expect(far).toContain('Receipt 7K3M-9QXT.');
    expect(far).not.toContain('http');
  });
});
