import { useId, useState } from 'react';
import { Button } from '@/components/button';
import { phoneProofTexts as t } from '@/texts/en/phone-proof';
import { CodePanel } from './code-panel';
import { DialPanel } from './dial-panel';
import type { ProofPanelProps } from './phone-proof';

/** Proves a number: it is dialled from, or a code was sent to it. The vote goes out right afterwards. */
export function ProofPanel(props: ProofPanelProps) {
  const { id, dial } = props.proof;
  return (
    <>
      {dial === null ? <CodePanel {...props} /> : <DialPanel key={id} {...props} dial={dial} />}
      {props.onUnproven && <Unproven send={props.onUnproven} progress={props.progress} />}
    </>
  );
}

/** For a voter who can prove nothing now. */
function Unproven({ send, progress }: { send: () => Promise<unknown>; progress: string | null }) {
  const [busy, setBusy] = useState(false);
  const noteId = useId();
  return (
    <div className="mt-4 border-t border-line pt-4 text-center">
      <Button
        variant="ghost"
        className="w-full"
        busy={busy}
        aria-describedby={noteId}
        onClick={() => {
          setBusy(true);
          void send().finally(() => setBusy(false));
        }}
        data-testid="send-unproven"
      >
        {(busy && progress) || t.unproven}
      </Button>
      <p id={noteId} className="text-xs text-muted">
        {t.unprovenNote}
      </p>
    </div>
  );
}
