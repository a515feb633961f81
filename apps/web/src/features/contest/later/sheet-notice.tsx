import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { ApiError, NetworkError } from '@/lib/api';
import { useConnection } from '@/lib/connection';
import { useDoubt } from '@/lib/writes/doubt';
import { voteTexts } from '@/texts/en/vote';

const t = voteTexts.notSent;
/** The server knows more than the sheet. */
const SAID_BY_SERVER = new Set(['RATE_LIMITED', 'BALLOT_USED', 'NOT_ON_ELECTORATE']);

/**
 * Why a vote was not sent, in words of the sheet's own: the server's are in the toast, which goes.
 * @returns null when the fields themselves say it
 */
export function refusalText(error: unknown): string | null {
  if (error instanceof NetworkError) return t.network;
  if (!(error instanceof ApiError)) return t.other;
  if (error.fields.length > 0) return null;
  if (error.code === 'VOTE_LIMIT_REACHED') return t.limit(Math.ceil((error.retryAfter ?? 3600) / 60));
  if (error.code === 'CONTEST_CHANGED') return t.changed;
  if (SAID_BY_SERVER.has(error.code)) return error.message;
  return t.other;
}

/** What keeps the vote from being sent, where the voter looks: in the sheet, above the button. */
export function SheetNotice({
  closed,
  cutOff,
  refusal,
  onGiveUp,
}: {
  /** Why no votes are taken now. */
  closed: string | null;
  /** The vote waits for the connection. */
  cutOff: boolean;
  refusal: string | null;
  onGiveUp: () => void;
}) {
  const offline = useConnection() !== 'online';
  const inDoubt = useDoubt();
  if (closed) {
    return (
      <Said id="vote-closed">
        <Notice tone="warning" title={t.title}>
          {closed}
        </Notice>
      </Said>
    );
  }
  if (cutOff || offline) {
    return (
      <Said id="vote-offline">
        <Notice tone="warning" title={t.offline}>
          <p>{cutOff ? t.waiting : t.kept}</p>
          {cutOff && (
            <Button variant="outline" size="sm" className="mt-2" onClick={onGiveUp}>
              {t.giveUp}
            </Button>
          )}
        </Notice>
      </Said>
    );
  }
  if (inDoubt) {
    return (
      <Said id="vote-doubt">
        <Notice tone="warning" title={t.doubt}>
          <p>{t.asking}</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={onGiveUp}>
            {t.stopAsking}
          </Button>
        </Notice>
      </Said>
    );
  }
  return refusal ? (
    <Said id="vote-refused">
      <Notice tone="error" title={t.title}>
        {refusal}
      </Notice>
    </Said>
  ) : null;
}

function Said({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <div role="status" data-testid={id}>
      {children}
    </div>
  );
}
