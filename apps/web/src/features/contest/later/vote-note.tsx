import type { PublicContestView } from '@abato/contracts';
import { Link } from '@/components/link';
import { ballotTexts } from '@/texts/en/ballot';
import { mobileMoneyTexts } from '@/texts/en/mobile-money';
import { voteTexts as t } from '@/texts/en/vote';

/** What becomes of the vote, the money and the voter's data, before the button is pressed. */
export function VoteNote({
  contest,
  byWallet,
  verified,
}: {
  contest: PublicContestView;
  byWallet: boolean;
  /** The number is proven, or need not be. */
  verified: boolean;
}) {
  return (
    <p className="text-xs text-muted">
      {noteOf(contest, byWallet, verified)} {t.privacyNote(contest.retentionMonths)}{' '}
      <Link to="/privacy">{t.privacyLink}</Link>
    </p>
  );
}

function noteOf(contest: PublicContestView, byWallet: boolean, verified: boolean): string {
  if (contest.votePrice > 0) return byWallet ? mobileMoneyTexts.note : t.paymentNote;
  return contest.verification === 'ELECTORATE'
    ? ballotTexts.note(contest.allowBallotChange)
    : t.freeNote(contest.freeVotesPerHour ?? 0, verified);
}
