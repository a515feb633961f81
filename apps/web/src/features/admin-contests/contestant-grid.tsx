import type { ContestantView } from '@abato/contracts';
import { Pencil, Trash2 } from 'lucide-react';
import { confirmAction } from '@/components/admin/ask';
import { IconButton } from '@/components/button';
import { Card } from '@/components/card';
import { Picture } from '@/components/picture';
import { adminCategory as t } from '@/texts/en/admin-contests';
import { adminForms } from '@/texts/en/admin-forms';
import { deleteContestant } from './api';
import { openContestantForm } from './contestant-form';

export function ContestantGrid({ contestants, own }: { contestants: ContestantView[]; own: boolean }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 md:grid-cols-3 xl:grid-cols-4">
      {contestants.map((contestant) => (
        <li key={contestant.id}>
          {/* On phones a row with the picture beside the name, as voters see it: many nominees stay a list. */}
          <Card
            className="grid h-full grid-cols-[6.5rem_minmax(0,1fr)] overflow-hidden sm:flex sm:flex-col"
            data-testid={`contestant-${contestant.id}`}
          >
            <div className="relative sm:aspect-square">
              <Picture
                path={contestant.photo}
                box={[640, 480]}
                sizes="(min-width: 1280px) 17rem, (min-width: 640px) 40vw, 6.5rem"
                name={contestant.name}
                alt=""
                className="absolute inset-0 size-full object-top"
              />
            </div>
            <div className="flex min-w-0 grow flex-col p-3 sm:p-4">
              <h3 className="text-lg leading-snug">{contestant.name}</h3>
              <p className="text-sm text-muted">
                {t.code} <span className="font-semibold text-ink tabular-nums">{contestant.code}</span>
              </p>
              <p className="mt-1 line-clamp-3 text-sm text-muted">{contestant.bio}</p>
              <div className="mt-auto flex items-center justify-between gap-2 pt-3">
                <p className="text-sm font-semibold tabular-nums">
                  {adminForms.votes(contestant._count.votes)}
                </p>
                {own && (
                  <div className="-mr-2 flex">
                    <IconButton
                      label={t.editNamed(contestant.name)}
                      onClick={() => openContestantForm(contestant.categoryId, contestant)}
                      data-testid={`edit-contestant-${contestant.id}`}
                    >
                      <Pencil aria-hidden className="size-5" />
                    </IconButton>
                    <IconButton
                      label={t.deleteNamed(contestant.name)}
                      onClick={() => remove(contestant)}
                      className="text-red-text"
                      data-testid={`delete-contestant-${contestant.id}`}
                    >
                      <Trash2 aria-hidden className="size-5" />
                    </IconButton>
                  </div>
                )}
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function remove({ id, name }: ContestantView): void {
  confirmAction({
    ...t.confirmDelete,
    text: t.confirmDelete.text(name),
    run: () => deleteContestant(id),
  });
}
