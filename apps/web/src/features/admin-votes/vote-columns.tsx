import { formatCount } from '@/lib/format';
import { TwoLines, type Column } from '@/components/admin/table';
import { VoterCell } from '@/components/admin/voter-cell';

interface VoteRow {
  id: string;
  voterName: string | null;
  voterEmail: string | null;
  voterPhone: string | null;
  voteCount: number;
  contestant: { name: string };
  category: { name: string };
}

/** The columns that every list of votes has: who voted, for whom, how many. */
export function voteColumns<T extends VoteRow>(t: {
  voter: string;
  contestant: string;
  votes: string;
}): Column<T>[] {
  return [
    {
      name: t.voter,
      className: 'min-w-44',
      cell: ({ id, voterName, voterEmail, voterPhone }) => (
        <VoterCell kind="votes" id={id} name={voterName} contact={voterEmail ?? voterPhone} />
      ),
    },
    {
      name: t.contestant,
      className: 'min-w-40',
      cell: ({ contestant, category }) => <TwoLines first={contestant.name} second={category.name} />,
    },
    {
      name: t.votes,
      figure: true,
      className: 'font-semibold',
      cell: ({ voteCount }) => formatCount(voteCount),
    },
  ];
}
