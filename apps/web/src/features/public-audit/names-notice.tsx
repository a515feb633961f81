import { Notice } from '@/components/notice';
import type { RosterChange } from '@/lib/public-log/roster';
import { publicAuditTexts } from '@/texts/en/public-audit';
import { shownChanges } from './shown-rule';

const t = publicAuditTexts.names;

/** What the page names otherwise than the log. @param changes from the log to the page; null for a log without names */
export function NamesNotice({ changes }: { changes: readonly RosterChange[] | null }) {
  if (!changes)
    return (
      <Notice tone="info" className="mt-3">
        {t.notSealed}
      </Notice>
    );
  if (!changes.length) return null;
  return (
    <Notice tone="error" className="mt-3">
      {t.differ}
      {shownChanges(changes).map((text, nr) => (
        <p key={`${nr} ${text}`} className="mt-1 font-semibold wrap-anywhere">
          {text}
        </p>
      ))}
    </Notice>
  );
}
