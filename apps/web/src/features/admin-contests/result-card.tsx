import { type ContestView, resultCorrectionRules, type ResultCorrectionView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AdminForm, useAdminForm, wholeNumber } from '@/components/admin/admin-form';
import { showForm } from '@/components/admin/ask';
import { GuardedButton } from '@/components/admin/guarded-button';
import { ResultCorrectionsTable } from '@/components/admin/result-corrections-table';
import { Button, IconButton } from '@/components/button';
import { Card } from '@/components/card';
import { SelectField, TextField } from '@/components/field';
import { categoryListQuery, ofContest } from '@/lib/admin/api';
import { resultVersionsQuery } from '@/lib/result-versions';
import { adminResults } from '@/texts/en/admin-result-corrections';
import { askForCorrection } from './api';

const t = adminResults.card;

const correctionsQuery = ofContest<ResultCorrectionView[]>(
  'result-corrections',
  '/contests/{id}/result-corrections',
);

/** That a result is final, what was corrected of it, and the form that asks for a correction. Nothing before it is final. */
export function ResultCard({ contest, own }: { contest: ContestView; own: boolean }) {
  const { data: result } = useQuery(resultVersionsQuery(contest.id));
  const { data: corrections = [] } = useQuery(correctionsQuery(contest.id));
  const ask = () =>
    showForm(
      {
        title: adminResults.form.title,
        description: adminResults.form.text,
        testId: 'correct-result-dialog',
      },
      (close) => <CorrectionForm contestId={contest.id} onClose={close} />,
    );
  if (!result?.versions.length) return null;
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 sm:p-6" data-testid="result-card">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-prose">
          <h2 className="text-xl">{t.title}</h2>
          <p className="mt-1 text-sm text-muted">{t.text}</p>
        </div>
        {own && (
          <GuardedButton
            size="sm"
            variant="outline"
            refusal={contest.showResults ? undefined : t.hidden}
            onClick={ask}
            data-testid="correct-result"
          >
            {t.action}
          </GuardedButton>
        )}
      </div>
      {corrections.length > 0 && <ResultCorrectionsTable corrections={corrections} />}
    </Card>
  );
}

/** As it is typed. */
interface TypedChange {
  contestantId: string;
  votes: string;
  name: string;
}
const EMPTY: TypedChange = { contestantId: '', votes: '', name: '' };

function CorrectionForm({ contestId, onClose }: { contestId: string; onClose: () => void }) {
  const texts = adminResults.form;
  const { data: categories } = useQuery(categoryListQuery(contestId));
  const [changes, setChanges] = useState([EMPTY]);
  const form = useAdminForm<{ reason: string }>({
    rules: { reason: resultCorrectionRules.reason },
    defaultValues: { reason: '' },
    run: ({ reason }) =>
      askForCorrection(contestId, {
        reason,
        changes: changes.map(({ contestantId, votes, name }) => ({
          contestantId,
          ...(votes && { votes: Number(votes) }),
          ...(name && { name }),
        })),
      }),
    success: texts.done,
    onClose,
  });
  const change = (at: number, part: Partial<TypedChange>) =>
    setChanges(changes.map((one, nr) => (nr === at ? { ...one, ...part } : one)));
  return (
    <AdminForm form={form} submit={texts.submit} onCancel={onClose} testId="correct-result-submit">
      <fieldset className="grid gap-4">
        <legend className="mb-1 text-sm font-semibold">{texts.change}</legend>
        {changes.map(({ contestantId, votes, name }, nr) => (
          // Rows have no identity of their own; every field is controlled.
          <div key={nr} className="grid gap-3 rounded-lg border border-line p-3">
            <div className="flex items-end gap-2">
              <SelectField
                label={texts.nominee}
                placeholder={texts.choose}
                className="min-w-0 grow"
                value={contestantId}
                onChange={(event) => change(nr, { contestantId: event.target.value })}
              >
                {categories?.data.map((category) => (
                  <optgroup key={category.id} label={category.name}>
                    {category.contestants?.map((person) => (
                      <option key={person.id} value={person.id}>
                        {person.name}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </SelectField>
              {changes.length > 1 && (
                <IconButton
                  label={texts.remove}
                  onClick={() => setChanges(changes.filter((_, place) => place !== nr))}
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              )}
            </div>
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField
                label={texts.votes}
                hint={texts.votesHint}
                optional
                {...wholeNumber}
                inputMode="text"
                value={votes}
                onChange={(event) => change(nr, { votes: event.target.value })}
              />
              <TextField
                label={texts.name}
                optional
                value={name}
                onChange={(event) => change(nr, { name: event.target.value })}
              />
            </div>
          </div>
        ))}
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setChanges([...changes, EMPTY])}
        >
          <Plus aria-hidden className="size-4" /> {texts.another}
        </Button>
      </fieldset>
      <TextField label={texts.reason} hint={texts.reasonHint} {...form.field('reason')} />
    </AdminForm>
  );
}
