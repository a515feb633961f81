import type { CategoryView, ContestantView, ContestView } from '@abato/contracts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AdminHead } from '@/components/admin/admin-head';
import { BackLink } from '@/components/admin/back-link';
import { Loaded } from '@/components/admin/loaded';
import { SelectField } from '@/components/field';
import { Notice } from '@/components/notice';
import { categoryListQuery, contestantChoiceQuery, contestQuery } from '@/lib/admin/api';
import { useDialString } from '@/lib/share/dial-string';
import { publicUrl } from '@/lib/share/links';
import { adminShare as t } from '@/texts/en/admin-share';
import { EmbedCard, LinkCard, PosterCard, QrCard, StageCard, type ShareSubject } from './share-cards';

export function SharePage() {
  const { contestId = '' } = useParams();
  const query = useQuery(contestQuery(contestId));
  return (
    <>
      <BackLink to={`/admin/contests/${contestId}`}>{t.back}</BackLink>
      <Loaded query={query}>
        {(contest) => (
          <>
            <AdminHead title={t.title} tab={t.pageTitle(contest.title)} subtitle={contest.title} />
            <ShareKit contest={contest} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** A contest's categories with their contestants, in their own order; contestants appear as they arrive. */
function useContestants(contestId: string): { category: CategoryView; contestants: ContestantView[] }[] {
  const categories = useQuery(categoryListQuery(contestId)).data?.data ?? [];
  const contestants = useQueries({ queries: categories.map(({ id }) => contestantChoiceQuery(id)) });
  return categories.map((category, index) => ({
    category,
    contestants: contestants[index]?.data?.data ?? [],
  }));
}

/** Everything that brings voters to a contest: link, QR code, poster, stage and embed. */
export function ShareKit({ contest }: { contest: ContestView }) {
  const [contestantId, setContestantId] = useState('');
  const categories = useContestants(contest.id);
  const contestant = categories
    .flatMap(({ contestants }) => contestants)
    .find(({ id }) => id === contestantId);
  const dial = useDialString(contestant?.code);
  const subject: ShareSubject = {
    contestId: contest.id,
    contestantId: contestant?.id,
    name: contestant?.name ?? contest.title,
    url: publicUrl(contest.id, contestant?.id),
    text: contestant ? t.contestantText(contestant.name, contest.title, dial) : t.contestText(contest.title),
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      {contest.status === 'DRAFT' && <Notice tone="warning" title={t.draft} />}
      <SelectField
        label={t.what}
        value={contestantId}
        onChange={(event) => setContestantId(event.target.value)}
        blank={t.wholeContest}
        data-testid="share-subject"
      >
        {categories.map(({ category, contestants }) => (
          <optgroup key={category.id} label={category.name}>
            {contestants.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <LinkCard subject={subject} />
      <div className="grid gap-6 lg:grid-cols-2">
        <QrCard subject={subject} />
        <div className="grid grid-cols-1 content-start gap-6">
          <PosterCard subject={subject} />
          <StageCard contestId={contest.id} draft={contest.status === 'DRAFT'} />
        </div>
      </div>
      <EmbedCard contestId={contest.id} title={contest.title} />
    </div>
  );
}
