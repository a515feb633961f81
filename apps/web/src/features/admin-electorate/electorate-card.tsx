import type { ContestView } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer, Upload } from 'lucide-react';
import { useState } from 'react';
import { wholeNumber } from '@/components/admin/admin-form';
import { confirmAction } from '@/components/admin/ask';
import { FileField } from '@/components/admin/file-field';
import { Button, ButtonLink } from '@/components/button';
import { Card } from '@/components/card';
import { TextField } from '@/components/field';
import { Notice } from '@/components/notice';
import { electorateQuery } from '@/lib/admin/api';
import { keepNewCodes, newCodesOf } from '@/lib/admin/new-ballot-codes';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { ApiError, errorText } from '@/lib/api';
import { formatCount } from '@/lib/format';
import { saveFile } from '@/lib/save-file';
import { adminElectorate as t } from '@/texts/en/admin-electorate';
import { addPhones, clearElectorate, makeCodes } from './api';

/** The voters of a contest with an electorate: how many there are, and how the organiser adds them. */
export function ElectorateCard({ contest, own }: { contest: ContestView; own: boolean }) {
  const { data } = useQuery(electorateQuery(contest.id));
  const isDraft = contest.status === 'DRAFT';
  const figures: [string, number | undefined][] = [
    [t.phones, data?.phones],
    [t.codes, data?.codes],
    [t.voted, data?.voted],
  ];
  return (
    <Card className="p-5 sm:p-6" data-testid="electorate">
      <h2 className="text-xl">{t.title}</h2>
      <p className="mt-1 max-w-text text-sm text-muted">{t.lead}</p>
      <dl className="mt-4 grid grid-cols-3 gap-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">
              {value === undefined ? '–' : formatCount(value)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm">{t.change(contest.allowBallotChange)}</p>
      {own && contest.status !== 'ENDED' && (
        <>
          {!isDraft && (
            <Notice tone="info" className="mt-4">
              {t.later}
            </Notice>
          )}
          <div className="mt-5 grid items-start gap-6 border-t border-line pt-5 md:grid-cols-2">
            <PhonesForm contestId={contest.id} />
            <CodesForm contest={contest} />
          </div>
          {isDraft && data && data.phones + data.codes > 0 && (
            <Clear contestId={contest.id} voters={data.phones + data.codes} />
          )}
        </>
      )}
    </Card>
  );
}

function PhonesForm({ contestId }: { contestId: string }) {
  const [file, setFile] = useState<File>();
  const add = useAdminAction({
    run: (csv: File) => addPhones(contestId, csv),
    success: (_, { added, known }) => t.added(added, known),
    quietFailure: true,
  });
  const problems = add.error instanceof ApiError ? add.error.fields : [];
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) add.mutate(file);
      }}
    >
      <FileField
        label={t.file}
        hint={t.fileHint}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={([chosen]) => setFile(chosen)}
        testId="electorate-file"
      />
      {add.isError && (
        <Notice tone="error" title={t.problems}>
          {problems.length ? (
            <ul className="list-disc pl-5">
              {problems.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          ) : (
            errorText(add.error)
          )}
        </Notice>
      )}
      <Button
        type="submit"
        variant="outline"
        busy={add.isPending}
        disabled={!file}
        icon={Upload}
        data-testid="electorate-upload"
      >
        {t.upload}
      </Button>
    </form>
  );
}

function CodesForm({ contest: { id, title } }: { contest: ContestView }) {
  const [count, setCount] = useState('');
  const [codes, setCodes] = useState(() => newCodesOf(id)?.codes ?? []);
  const make = useAdminAction({
    run: () => makeCodes(id, Number(count)),
    success: (_: void, { newCodes }) => t.made(newCodes.length),
    onDone: ({ newCodes }) => {
      keepNewCodes({ contestId: id, title, codes: newCodes });
      setCodes(newCodes);
      setCount('');
    },
  });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <TextField
        label={t.howMany}
        hint={t.howManyHint}
        {...wholeNumber}
        min="1"
        max="5000"
        value={count}
        onChange={(event) => setCount(event.target.value)}
        data-testid="electorate-codes"
      />
      <Button
        type="submit"
        variant="outline"
        busy={make.isPending}
        disabled={!count}
        data-testid="electorate-make"
      >
        {t.make}
      </Button>
      {codes.length > 0 && (
        <Notice tone="warning" title={t.made(codes.length)}>
          <p>{t.once}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonLink
              to={`/admin/contests/${id}/ballot-codes`}
              size="sm"
              icon={Printer}
              data-testid="electorate-print"
            >
              {t.print}
            </ButtonLink>
            <Button
              variant="outline"
              size="sm"
              icon={Download}
              onClick={() =>
                saveFile(new Blob([`code\n${codes.join('\n')}\n`], { type: 'text/csv' }), 'ballot-codes.csv')
              }
            >
              {t.download}
            </Button>
          </div>
        </Notice>
      )}
    </form>
  );
}

function Clear({ contestId, voters }: { contestId: string; voters: number }) {
  const clear = () =>
    confirmAction({
      ...t.confirmClear,
      text: t.confirmClear.text(voters),
      run: () => clearElectorate(contestId),
    });
  return (
    <div className="mt-5 border-t border-line pt-4">
      <Button variant="ghost" size="sm" onClick={clear} data-testid="electorate-clear">
        {t.clear}
      </Button>
      <p className="mt-1 text-xs text-muted">{t.clearHint}</p>
    </div>
  );
}
