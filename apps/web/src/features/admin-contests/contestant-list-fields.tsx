import { readContestantList, type ContestantList, type ContestantView } from '@abato/contracts';
import { useState } from 'react';
import { FileField } from '@/components/admin/file-field';
import { imageProblem } from '@/components/admin/image-field';
import { Button } from '@/components/button';
import { TextArea } from '@/components/field';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { errorText } from '@/lib/api';
import { adminCategory } from '@/texts/en/admin-contests';
import { common } from '@/texts/en/common';
import { addContestantList, saveContestant } from './api';
import { photosByName } from './nominee-groups';

const t = adminCategory.list;
const SHOWN_PROBLEMS = 5;

/** A pasted list or a CSV file, photos that are called like the contestants, and what they amount to. */
export function ContestantListFields({
  text,
  onText,
  photos,
  onPhotos,
  rows = 8,
  testId = 'contestant-list',
}: {
  text: string;
  onText: (text: string) => void;
  photos: File[];
  onPhotos: (photos: File[]) => void;
  rows?: number;
  testId?: string;
}) {
  const list = readContestantList(text);
  return (
    <>
      <TextArea
        label={t.names}
        hint={t.namesHint}
        rows={rows}
        value={text}
        onChange={(event) => onText(event.target.value)}
        data-testid={testId}
      />
      <FileField
        label={t.file}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={(files) => void files[0]?.text().then(onText)}
        testId={`${testId}-file`}
      />
      <FileField
        label={t.photos}
        hint={t.photosHint}
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        onFiles={onPhotos}
        testId={`${testId}-photos`}
      />
      {text.trim() !== '' && <Summary list={list} photos={photos} />}
    </>
  );
}

/** What will be added, or what is wrong with the list. */
function Summary({ list: { contestants, problems }, photos }: { list: ContestantList; photos: File[] }) {
  const shown = problems.slice(0, SHOWN_PROBLEMS);
  if (shown.length) {
    return (
      <Notice tone="warning" title={t.problems}>
        <ul className="list-disc pl-5">
          {shown.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
          {problems.length > SHOWN_PROBLEMS && <li>{t.more(problems.length - SHOWN_PROBLEMS)}</li>}
        </ul>
      </Notice>
    );
  }
  const matches = photosByName(contestants, photos);
  const used = new Set(matches);
  const unused = photos.filter((file) => !used.has(file));
  return (
    <div role="status" className="rounded-lg border border-line bg-sunken p-4 text-sm">
      <p className="font-semibold">{t.found(contestants.length, matches.filter(Boolean).length)}</p>
      <p className="mt-1 line-clamp-3 text-muted">{contestants.map(({ name }) => name).join(' · ')}</p>
      {unused.length > 0 && (
        <p className="mt-2 text-yellow-text">{t.unused(unused.map(({ name }) => name).join(', '))}</p>
      )}
    </div>
  );
}

/**
 * Photos follow one by one: a server decodes one at a time. A photo that fails is added later; the contestants are there.
 * @param contestants in the order of the list
 * @returns how many photos could not be saved
 */
export async function addPhotos(
  contestants: ContestantView[],
  text: string,
  photos: File[],
): Promise<number> {
  const matches = photosByName(readContestantList(text).contestants, photos);
  let failed = 0;
  for (const [index, { id }] of contestants.entries()) {
    const photo = matches[index];
    if (!photo) continue;
    if (imageProblem(photo)) failed++;
    else await saveContestant(id, { photo }).catch(() => failed++);
  }
  return failed;
}

/** Many contestants at once, into a category that is there. */
export function ContestantListForm({ categoryId, onClose }: { categoryId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<File[]>([]);
  const list = readContestantList(text);
  const add = useAdminAction({
    run: async () => {
      const added = await addContestantList(categoryId, text);
      return { added: added.length, failed: await addPhotos(added, text, photos) };
    },
    success: (_: void, { added, failed }) => t.added(added, failed),
    onDone: onClose,
    quietFailure: true,
  });
  const isBlank = text.trim() === '';
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!list.problems.length) add.mutate();
      }}
    >
      <ContestantListFields text={text} onText={setText} photos={photos} onPhotos={setPhotos} />
      {add.isError && <Notice tone="error" title={errorText(add.error)} />}
      <div className="mt-2 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          type="submit"
          busy={add.isPending}
          disabled={list.problems.length > 0}
          data-testid="contestant-list-submit"
        >
          {isBlank ? t.submit : t.submitCount(list.contestants.length)}
        </Button>
      </div>
    </form>
  );
}
