import { readContestantList, type ContestantList } from '@abato/contracts';
import { useState } from 'react';
import { imageProblem } from '@/components/admin/image-field';
import { Button } from '@/components/button';
import { controlClass, TextArea } from '@/components/field';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { errorText } from '@/lib/api';
import { adminCategory } from '@/texts/en/admin-contests';
import { common } from '@/texts/en/common';
import { addContestantList, savePhoto } from './api';
import { photosByName } from './photos-by-name';

const t = adminCategory.list;
const SHOWN_PROBLEMS = 5;

/** Many contestants at once: a pasted list or a CSV file, and photos that are called like them. */
export function ContestantListForm({ categoryId, onClose }: { categoryId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<File[]>([]);
  const list = readContestantList(text);
  const matches = photosByName(list.contestants, photos);
  const add = useAdminAction({
    run: () => addWithPhotos(categoryId, text, matches),
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
      <TextArea
        label={t.names}
        hint={t.namesHint}
        rows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        data-testid="contestant-list"
      />
      <FileInput
        label={t.file}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={(files) => void files[0]?.text().then(setText)}
        testId="contestant-list-file"
      />
      <FileInput
        label={t.photos}
        hint={t.photosHint}
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        onFiles={setPhotos}
        testId="contestant-list-photos"
      />
      {!isBlank && <Summary list={list} photos={photos} matches={matches} />}
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

/** What will be added, or what is wrong with the list. */
function Summary({
  list: { contestants, problems },
  photos,
  matches,
}: {
  list: ContestantList;
  photos: File[];
  matches: (File | undefined)[];
}) {
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

function FileInput({
  label,
  hint,
  onFiles,
  testId,
  ...input
}: {
  label: string;
  hint?: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  testId: string;
}) {
  return (
    <label className="block text-sm font-semibold">
      {label}
      <input
        type="file"
        {...input}
        data-testid={testId}
        onChange={(event) => onFiles([...(event.target.files ?? [])])}
        className={`${controlClass} mt-1.5 p-1.5 text-sm font-normal file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border-0 file:bg-gold-soft file:px-3 file:font-semibold file:text-gold-text`}
      />
      {hint && <span className="mt-1.5 block text-xs font-normal text-muted">{hint}</span>}
    </label>
  );
}

/** Photos follow one by one: a server decodes one at a time. A photo that fails is added later; the contestants are there. */
async function addWithPhotos(
  categoryId: string,
  text: string,
  matches: (File | undefined)[],
): Promise<{ added: number; failed: number }> {
  const contestants = await addContestantList(categoryId, text);
  let failed = 0;
  for (const [index, { id }] of contestants.entries()) {
    const photo = matches[index];
    if (!photo) continue;
    if (imageProblem(photo)) failed++;
    else await savePhoto(id, photo).catch(() => failed++);
  }
  return { added: contestants.length, failed };
}
