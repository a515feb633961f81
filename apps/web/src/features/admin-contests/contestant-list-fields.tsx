import { readContestantList, type ContestantList, type ContestantView } from '@abato/contracts';
import { imageProblem } from '@/components/admin/image-field';
import { controlClass, TextArea } from '@/components/field';
import { Notice } from '@/components/notice';
import { adminCategory } from '@/texts/en/admin-contests';
import { addContestantList, savePhoto } from './api';
import { photosByName } from './photos-by-name';

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
      <FileInput
        label={t.file}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={(files) => void files[0]?.text().then(onText)}
        testId={`${testId}-file`}
      />
      <FileInput
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
    <label className="block min-w-0 text-sm font-semibold">
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

/** The contestants of a list, then their photos. */
export async function addWithPhotos(
  categoryId: string,
  text: string,
  photos: File[],
): Promise<{ added: number; failed: number }> {
  return addPhotos(await addContestantList(categoryId, text), text, photos);
}

/**
 * Photos follow one by one: a server decodes one at a time. A photo that fails is added later; the contestants are there.
 * @param contestants in the order of the list
 */
export async function addPhotos(
  contestants: ContestantView[],
  text: string,
  photos: File[],
): Promise<{ added: number; failed: number }> {
  const matches = photosByName(readContestantList(text).contestants, photos);
  let failed = 0;
  for (const [index, { id }] of contestants.entries()) {
    const photo = matches[index];
    if (!photo) continue;
    if (imageProblem(photo)) failed++;
    else await savePhoto(id, photo).catch(() => failed++);
  }
  return { added: contestants.length, failed };
}
