import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { voteTexts } from '@/texts/en/vote';

/** The vote was received and waits for the organiser: said in words that stay, not in a toast that goes. */
export function HeldPanel({ votes, name, onClose }: { votes: number; name: string; onClose: () => void }) {
  const t = voteTexts.held;
  return (
    <div className="space-y-4" data-testid="vote-held">
      <div role="status">
        <Notice tone="info" title={t.title}>
          <p>{t.text(votes, name)}</p>
          <p className="mt-2">{t.todo}</p>
        </Notice>
      </div>
      <Button size="lg" className="w-full" onClick={onClose}>
        {t.close}
      </Button>
    </div>
  );
}
