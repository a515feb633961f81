import type { RevealedVoter } from '@abato/contracts';
import { useState } from 'react';
import { adminForms as t } from '@/texts/en/admin-forms';
import { RevealButton } from './reveal-button';

/**
 * A voter, masked until the organiser asks. The revealed details are kept in this row only.
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
  const [voter, setVoter] = useState<RevealedVoter | null>(null);
  return (
    <div className="flex items-start justify-between gap-1">
      <div className="min-w-0">
        <p className="font-semibold">{name ?? t.notAvailable}</p>
        {voter ? <Revealed voter={voter} /> : <p className="whitespace-nowrap text-muted">{contact}</p>}
      </div>
      {!voter && contact && (
        <RevealButton<RevealedVoter>
          path={`/${kind}/${id}`}
          label={t.reveal(name ?? contact)}
          className="-my-1.5 -mr-2 text-muted"
          onShown={setVoter}
        />
      )}
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
