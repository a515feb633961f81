import type { RevealedVoter } from '@abato/contracts';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { IconButton } from '@/components/button';
import { revealVoter } from '@/lib/admin/api';
import { errorText } from '@/lib/api';
import { needsReason, RevealReason } from './reveal-reason';
import { toast } from '@/lib/toast';
import { adminForms as t } from '@/texts/en/admin-forms';

/**
 * A voter, masked until the organiser asks, which the audit log records. The revealed details are kept in this row only.
 * @param contact the e-mail address, else the phone number, as the list gives it
 */
export function VoterCell({
  kind,
  id,
  name,
  contact,
}: {
  kind: 'votes' | 'payments';
  id: string;
  name: string | null;
  contact: string | null;
}) {
  const reveal = useMutation({
    mutationFn: (reason: string | null) => revealVoter(kind, id, reason),
    onError: (error) => {
      if (!needsReason(error)) toast.error(errorText(error));
    },
  });
  return (
    <div className="flex items-start justify-between gap-1">
      <div className="min-w-0">
        <p className="font-semibold">{name ?? t.notAvailable}</p>
        {reveal.data ? (
          <Revealed voter={reveal.data} />
        ) : (
          <p className="whitespace-nowrap text-muted">{contact}</p>
        )}
      </div>
      {!reveal.data && contact && (
        <IconButton
          label={t.reveal(name ?? contact)}
          aria-busy={reveal.isPending || undefined}
          onClick={() => reveal.mutate(null)}
          className="-my-1.5 -mr-2 text-muted"
        >
          <Eye aria-hidden className="size-4" />
        </IconButton>
      )}
      <RevealReason
        open={needsReason(reveal.error) || (reveal.isPending && reveal.variables !== null)}
        busy={reveal.isPending}
        onClose={reveal.reset}
        onReason={(reason) => reveal.mutate(reason)}
      />
    </div>
  );
}

function Revealed({ voter }: { voter: RevealedVoter }) {
  const lines = [voter.voterEmail, voter.voterPhone, voter.phoneNumber];
  return [...new Set(lines.filter(Boolean))].map((line) => (
    <p key={line} role="status" className="text-muted">
      {line}
    </p>
  ));
}
