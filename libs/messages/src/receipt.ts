import { cedisFromPesewas, formatCedis, mailTexts as mail, smsTexts as t } from '@abato/contracts';

export interface ReceiptFacts {
  code: string;
  reference: string;
  contestTitle: string;
  contestantName: string;
  votes: number;
  amountPesewas: number;
  countedAt: Date;
  publicUrl: string;
}

/** The receipt a voter gets by mail after a paid vote was counted. */
export function receiptMail(facts: ReceiptFacts): { subject: string; body: string } {
  const { labels, ...says } = mail.receipt;
  const rows = [
    [labels.receipt, facts.code],
    [labels.amount, formatCedis(cedisFromPesewas(facts.amountPesewas))],
    [labels.counted, says.time(facts.countedAt.toISOString().slice(0, 16).replace('T', ' '))],
    [labels.reference, facts.reference],
  ] as const;
  // Values stand below one another; two spaces after the longest label.
  const width = Math.max(...rows.map(([label]) => label.length)) + 3;
  const lines = [
    says.thanks(facts.votes, facts.contestantName, facts.contestTitle),
    rows.map(([label, value]) => `${label}:`.padEnd(width) + value).join('\n'),
    `${says.find(`${facts.publicUrl}/find-my-vote`)}\n${says.check(`${facts.publicUrl}/r/${facts.code}`)}`,
    mail.team,
  ];
  // A line break in a name must not become a header.
  return {
    subject: says.subject(facts.contestantName, facts.code).replace(/\s+/g, ' '),
    body: `${lines.join('\n\n')}\n`,
  };
}

/** One message of the plainest alphabet: more, or one letter outside of it, costs the organiser a second one. */
const SMS_LENGTH = 160;
/** Ghanaian letters that Unicode does not take apart. */
const LETTERS: Record<string, string> = { ɛ: 'e', Ɛ: 'E', ɔ: 'o', Ɔ: 'O', ŋ: 'n', Ŋ: 'N', ɖ: 'd', Ɖ: 'D' };
/** A name of this many letters can still be recognised. */
const SHORTEST_NAME = 12;

/** The receipt as one SMS of plain letters; a name that is too long is cut, and the address is left out before that. */
export function receiptSms(
  facts: Pick<ReceiptFacts, 'code' | 'contestantName' | 'votes' | 'amountPesewas' | 'publicUrl'>,
): string {
  const amount = formatCedis(cedisFromPesewas(facts.amountPesewas));
  const name = plainLetters(facts.contestantName);
  const text = (shownName: string, link: string): string =>
    plainLetters(`${t.receipt(facts.votes, shownName, amount, facts.code)}${link}`);
  const link = t.check(`${facts.publicUrl}/r/${facts.code}`);
  const roomBeside = (rest: string): number => SMS_LENGTH - (text('x', rest).length - 1);
  if (roomBeside(link) >= Math.min(name.length, SHORTEST_NAME))
    return text(name.slice(0, roomBeside(link)), link);
  return text(name.slice(0, roomBeside('')), '');
}

/** Letters, digits and signs that every phone shows and that count once. */
function plainLetters(text: string): string {
  return [...text.normalize('NFKD')]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/[^A-Za-z0-9 .,:;!?'"()/&@+#*_-]/g, '')
    .replace(/ +/g, ' ')
    .trim();
}
