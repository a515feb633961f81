import { Notice } from '@/components/notice';
import { type Roster, rosterChanges } from '@/lib/public-log/roster';
import { publicAuditTexts } from '@/texts/en/public-audit';
import { shownChanges } from './shown-rule';

const t = publicAuditTexts.names;

/** Whether the page shows the names, codes and categories that are in the log. @param logged null for a log that has none */
export function NamesNotice({ logged, page }: { logged: Roster | null; page: Roster }) {
  if (!logged)
    return (
      <Notice tone="info" className="mt-3">
        {t.notSealed}
      </Notice>
    );
  const changes = rosterChanges(logged, page);
  return (
    <div data-testid="names" data-same={changes.length === 0}>
      <Notice tone={changes.length ? 'error' : 'success'} className="mt-3">
        {changes.length ? t.differ : t.same}
        {shownChanges(changes).map((text, nr) => (
          <p key={`${nr} ${text}`} className="mt-1 font-semibold wrap-anywhere">
            {text}
          </p>
        ))}
      </Notice>
    </div>
  );
}
