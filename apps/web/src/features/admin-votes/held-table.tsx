import type { HeldVoteView } from '@abato/contracts';
import { DateCell } from '@/components/admin/date-cell';
import { VoterCell } from '@/components/admin/voter-cell';
import { Badge, type BadgeTone } from '@/components/badge';
import { Checkbox } from '@/components/field';
import { Table, Tr } from '@/components/admin/table';
import { Td, Th } from '@/components/cells';
import { formatCount } from '@/lib/format';
import { adminHeld } from '@/texts/en/admin-held';

const tones: Record<HeldVoteView['state'], BadgeTone> = {
  HELD: 'yellow',
  RELEASED: 'green',
  REJECTED: 'red',
};

/** Held votes with their reasons; those that wait can be chosen. */
export function HeldTable({
  title,
  votes,
  chosen,
  onChoose,
}: {
  title: string;
  votes: HeldVoteView[];
  /** null: nothing can be chosen. */
  chosen: ReadonlySet<string> | null;
  onChoose: (ids: string[], on: boolean) => void;
}) {
  const t = adminHeld.table;
  const ids = votes.map(({ id }) => id);
  return (
    <Table caption={t.caption(title)} stacked>
      <thead>
        <tr>
          {chosen && (
            <Th>
              <Checkbox
                label={<span className="sr-only">{t.chooseAll}</span>}
                checked={ids.every((id) => chosen.has(id))}
                onChange={(event) => onChoose(ids, event.target.checked)}
              />
            </Th>
          )}
          <Th>{t.voter}</Th>
          <Th>{t.contestant}</Th>
          <Th className="text-right">{t.votes}</Th>
          <Th>{t.reason}</Th>
          <Th>{t.date}</Th>
        </tr>
      </thead>
      <tbody>
        {votes.map((vote) => (
          <Tr key={vote.id} data-testid="held-row">
            {chosen && (
              <Td label={t.choose}>
                <Checkbox
                  label={<span className="sr-only">{t.chooseNamed(vote.voterName ?? vote.voterPhone)}</span>}
                  checked={chosen.has(vote.id)}
                  onChange={(event) => onChoose([vote.id], event.target.checked)}
                />
              </Td>
            )}
            <Td label={t.voter} className="min-w-44">
              <VoterCell
                kind="votes"
                id={vote.id}
                name={vote.voterName}
                contact={vote.voterEmail ?? vote.voterPhone}
              />
            </Td>
            <Td label={t.contestant} className="min-w-40">
              <div>
                <p className="font-semibold">{vote.contestant.name}</p>
                <p className="text-muted">{vote.category.name}</p>
              </div>
            </Td>
            <Td label={t.votes} className="text-right font-semibold tabular-nums">
              {formatCount(vote.voteCount)}
            </Td>
            <Td label={t.reason} className="min-w-44">
              <div className="grid gap-1">
                <Badge tone={tones[vote.state]}>{adminHeld.states[vote.state]}</Badge>
                <p className="text-muted">{adminHeld.reasons[vote.reason]}</p>
              </div>
            </Td>
            <Td label={t.date}>
              <DateCell at={vote.heldAt} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
