import { readContestantList } from '@abato/contracts';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { errorText } from '@/lib/api';
import { adminCategory } from '@/texts/en/admin-contests';
import { common } from '@/texts/en/common';
import { addWithPhotos, ContestantListFields } from './contestant-list-fields';

const t = adminCategory.list;

/** Many contestants at once, into a category that is there. */
export function ContestantListForm({ categoryId, onClose }: { categoryId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [photos, setPhotos] = useState<File[]>([]);
  const list = readContestantList(text);
  const add = useAdminAction({
    run: () => addWithPhotos(categoryId, text, photos),
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
