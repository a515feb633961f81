import type { HeldVoteView } from '@abato/contracts';
import { DateCell, Table, TwoLines, type Column } from '@/components/admin/table';
import { VoterCell } from '@/components/admin/voter-cell';
import { Badge, type BadgeTone } from '@/components/badge';
import { Checkbox } from '@/components/field';
import { formatCount, formatDateTime } from '@/lib/format';
import { adminHeld } from '@/texts/en/admin-held';

const t = adminHeld.table;

const tones: Record<HeldVoteView['state'], BadgeTone> = {
  HELD: 'yellow',
  RELEASED: 'green',
  REJECTED: 'red',
};

const columns: Column<HeldVoteView>[] = [
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
  {
    name: t.reason,
    className: 'min-w-44',
    cell: ({ state, reason, decisionReason, appealedAt }) => (
      <div className="grid gap-1">
        <Badge tone={tones[state]}>{adminHeld.states[state]}</Badge>
        <p className="text-muted">{adminHeld.reasons[reason]}</p>
        {decisionReason && <p className="wrap-anywhere">{t.decided(decisionReason)}</p>}
        {appealedAt && <p className="font-semibold">{t.appealed(formatDateTime(appealedAt))}</p>}
      </div>
    ),
  },
  { name: t.date, cell: ({ heldAt }) => <DateCell at={heldAt} /> },
];

/** Held votes with their reasons; those that wait for a decision can be chosen. */
export function HeldTable({
  title,
  votes,
  chosen,
  onChoose,
}: {
  title: string;
  votes: HeldVoteView[];
  /** null: no vote can be chosen. */
  chosen: ReadonlySet<string> | null;
  onChoose: (ids: string[], on: boolean) => void;
}) {
  const ids = votes.map(({ id }) => id);
  const choice = chosen && {
    name: t.choose,
    head: (
      <Checkbox
        label={<span className="sr-only">{t.chooseAll}</span>}
        checked={ids.every((id) => chosen.has(id))}
        onChange={(event) => onChoose(ids, event.target.checked)}
      />
    ),
    cell: ({ id, voterName, voterPhone }: HeldVoteView) => (
      <Checkbox
        label={<span className="sr-only">{t.chooseNamed(voterName ?? voterPhone)}</span>}
        checked={chosen.has(id)}
        onChange={(event) => onChoose([id], event.target.checked)}
      />
    ),
  };
  return (
    <Table
      caption={t.caption(title)}
      columns={choice ? [choice, ...columns] : columns}
      rows={votes}
      rowKey={({ id }) => id}
      rowData={() => ({ 'data-testid': 'held-row' })}
      stacked
    />
  );
}
