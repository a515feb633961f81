import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '@/components/field';
import type { RulesForm } from '@/lib/form';
import { voteTexts as t } from '@/texts/en/vote';
import type { VoteForm } from '../vote-draft';

/** Name and e-mail: folded on phones unless something is in them, because most voters leave them empty. */
export function VoterDetails({ form }: { form: RulesForm<VoteForm> }) {
  const [open, setOpen] = useState(() =>
    Boolean(form.getValues('voterName') || form.getValues('voterEmail')),
  );
  const { voterName, voterEmail } = form.formState.errors;
  const shown = open || Boolean(voterName || voterEmail);
  return (
    <div>
      <button
        type="button"
        aria-expanded={shown}
        aria-controls="voter-details"
        onClick={() => setOpen(!shown)}
        className="-my-1 flex min-h-touch w-full items-center justify-between gap-3 text-left text-sm font-semibold sm:hidden"
      >
        {t.details}
        <ChevronDown aria-hidden className={clsx('size-5 text-muted', shown && 'rotate-180')} />
      </button>
      <div
        id="voter-details"
        className={clsx('grid gap-3 sm:grid-cols-2 sm:gap-4', !shown && 'max-sm:hidden')}
      >
        <TextField label={t.voterName} optional autoComplete="name" {...form.field('voterName')} />
        <TextField
          label={t.voterEmail}
          optional
          type="email"
          autoComplete="email"
          {...form.field('voterEmail')}
        />
      </div>
    </div>
  );
}
