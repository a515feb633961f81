import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { Button, IconButton } from '@/components/button';
import { TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { adminContest, adminContests } from '@/texts/en/admin-contests';
import { ContestantListFields } from './contestant-list-fields';
import type { ContestValues } from './contest-values';
import { anotherGroup, type NomineeGroup } from './nominee-groups';

const t = adminContests.form.nominees;

/** Categories of a new contest, each with a pasted list of its contestants. All of it can be added later as well. */
export function NomineesPart({ form }: { form: RulesForm<ContestValues> }) {
  const groups = useWatch({ control: form.control, name: 'groups' });
  const error = form.formState.errors.groups?.message;
  const box = useRef<HTMLDivElement>(null);
  const set = (next: NomineeGroup[]) => {
    form.setValue('groups', next);
    form.clearErrors(['groups', 'publish']);
  };
  const change = (key: number, part: Partial<NomineeGroup>) => {
    // The newest value: a file is read after other fields may have changed.
    set(form.getValues('groups').map((group) => (group.key === key ? { ...group, ...part } : group)));
  };
  const add = () => {
    set([...groups, anotherGroup(groups)]);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus(),
    );
  };
  return (
    <div ref={box} className="grid grid-cols-1 gap-5">
      {error && (
        <p role="alert" className="text-sm font-medium text-red-text">
          {error}
        </p>
      )}
      {groups.map((group, nr) => (
        <fieldset
          key={group.key}
          className="relative grid min-w-0 gap-5 rounded-lg border border-line p-4"
          data-testid={`nominee-group-${nr + 1}`}
        >
          <legend className="px-1 text-sm font-semibold">{t.group(nr + 1)}</legend>
          {groups.length > 1 && (
            <IconButton
              label={t.remove(nr + 1)}
              onClick={() => set(groups.filter(({ key }) => key !== group.key))}
              className="absolute -top-2 right-1 text-muted"
            >
              <Trash2 aria-hidden className="size-5" />
            </IconButton>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label={adminContest.categoryForm.name}
              value={group.name}
              onChange={(event) => change(group.key, { name: event.target.value })}
            />
            <TextField
              label={t.about}
              optional
              value={group.about}
              onChange={(event) => change(group.key, { about: event.target.value })}
            />
          </div>
          <ContestantListFields
            text={group.list}
            onText={(list) => change(group.key, { list })}
            photos={group.photos}
            onPhotos={(photos) => change(group.key, { photos })}
            rows={5}
            testId={`nominee-list-${nr + 1}`}
          />
        </fieldset>
      ))}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        icon={Plus}
        onClick={add}
        data-testid="nominee-group-add"
      >
        {t.add}
      </Button>
    </div>
  );
}
