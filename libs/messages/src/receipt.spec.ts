import { receiptMail, receiptSms } from './receipt.js';

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

it('the receipt says what was counted, for how much, and how to find it again', () => {
  const { body } = receiptMail({ ...facts, contestantName: 'Esi' });
  for (const text of [
    '1,200 votes for Esi',
    '7K3M-9QXT',
    'GHS 1,200.00',
    '2026-11-21 20:01',
    '/find-my-vote',
    '/r/7K3M-9QXT',
  ]) {
    expect(body).toContain(text);
  }
  expect(receiptMail({ ...facts, votes: 1 }).body).toContain('1 vote for');
});

it('the receipt reads as a letter', () =>
  expect(receiptMail({ ...facts, contestantName: 'Esi' })).toEqual({
    subject: 'Your vote for Esi was counted (7K3M-9QXT)',
    body: `Thank you! 1,200 votes for Esi in "Volta Music Awards" counted.

Receipt:    7K3M-9QXT
Amount:     GHS 1,200.00
Counted:    2026-11-21 20:01 (Ghana time)
Reference:  A-1

Look at your vote on any device, with your phone number and this receipt: https://abato.example/find-my-vote
Check that it is in the public log of the contest: https://abato.example/r/7K3M-9QXT

The Abato team
`,
  }));

it('the receipt keeps its subject on one line', () =>
  expect(receiptMail(facts).subject).toBe(
    'Your vote for Esi Bcc: everybody@example.com was counted (7K3M-9QXT)',
  ));

describe('the receipt by SMS', () => {
  const facts = { code: '7K3M-9QXT', votes: 3, amountPesewas: 300, publicUrl: 'https://abato.example' };
  const sms = (contestantName: string, publicUrl = facts.publicUrl): string =>
    receiptSms({ ...facts, contestantName, publicUrl });

  it('says what was counted, and where it is checked, in one message', () =>
    expect(sms('Esi')).toBe(
      'Abato: 3 votes for Esi counted, GHS 3.00. Receipt 7K3M-9QXT. Check: https://abato.example/r/7K3M-9QXT',
    ));

  it('writes Ghanaian letters plainly: one that phones write otherwise makes two messages of one', () =>
    expect(sms('Kɔjo Ɛsi Nkrumáh 👑')).toContain('for Kojo Esi Nkrumah counted'));

  it('counts one vote as one, and writes every letter that Unicode does not take apart', () => {
    expect(receiptSms({ ...facts, votes: 1, contestantName: 'Esi' })).toContain(
      'Abato: 1 vote for Esi counted',
    );
    expect(sms('ɛƐɔƆŋŊɖƉ')).toContain('for eEoOnNdD counted');
    expect(sms('  Efua   [the]  Great ')).toContain('for Efua the Great counted');
    expect(sms("A-b_c.d,e:f;g!h?i'j/k&l@m+n#o*p(q)")).toContain(
      "for A-b_c.d,e:f;g!h?i'j/k&l@m+n#o*p(q) counted",
    );
  });

  it('fills the message to the last letter, and leaves the address out when twelve letters of a name have no room', () => {
    const fixed = sms('N').length - 1;
    const whole = 'N'.repeat(160 - fixed);
    expect(sms(whole)).toHaveLength(160);
    expect(sms(`${whole}N`)).toBe(sms(whole));
    // The address that leaves just as much room as a name needs, and one letter more.
    const address = (room: number) =>
      `https://${'x'.repeat(160 - fixed - room - 'https://'.length + facts.publicUrl.length)}`;
    expect(sms('L'.repeat(300), address(12))).toContain(`for ${'L'.repeat(12)} counted`);
    expect(sms('L'.repeat(300), address(12))).toContain('/r/7K3M-9QXT');
    expect(sms('L'.repeat(300), address(11))).not.toContain('Check');
    expect(sms('Esi', address(3))).toContain('/r/7K3M-9QXT');
    expect(sms('Esi', address(2))).not.toContain('Check');
  });

  it('cuts a long name, and leaves out a long address before the receipt code', () => {
    const long = sms('A'.repeat(300));
    expect(long).toHaveLength(160);
    expect(long).toContain('Receipt 7K3M-9QXT. Check: https://abato.example/r/7K3M-9QXT');
    const far = sms('B'.repeat(300), `https://${'x'.repeat(90)}.example`);
    expect(far).toHaveLength(160);
    expect(far).toContain('Receipt 7K3M-9QXT.');
    expect(far).not.toContain('http');
  });
});
