import { readFileSync } from 'node:fs';
import { documentOf } from './seals.js';

type SealedFacts = Parameters<typeof documentOf>[0];

/** Made by the code in which each sealed rule was a line of its own, before settings became rows of a table. */
interface StoredSeal {
  title: string;
  contest: Omit<SealedFacts, 'startDate' | 'endDate' | 'endedAt'> &
    Record<'startDate' | 'endDate', string> & { endedAt: string | null };
  reason: string | null;
  document: string;
  hash: string;
}

const STORED = new URL('../../test/sealed-before.json', import.meta.url);
const stored = JSON.parse(readFileSync(STORED, 'utf8')) as StoredSeal[];

it.each(stored)(
  'rules of a contest ($title) are sealed byte by byte as the release before has sealed them',
  ({ contest, reason, document, hash }) => {
    const facts: SealedFacts = {
      ...contest,
      startDate: new Date(contest.startDate),
      endDate: new Date(contest.endDate),
      endedAt: contest.endedAt === null ? null : new Date(contest.endedAt),
    };
    const sealed = documentOf(facts, reason);
    expect(sealed.document).toBe(document);
    expect(sealed.hash.toString('base64')).toBe(hash);
  },
);
