import type { AuditEntryView, UserReview } from '@abato/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@/components/link';
import { formatDateTime } from '@/lib/format';
import { adminUsers } from '@/texts/en/admin-users';
import { userHistoryQuery } from './api';

const t = adminUsers.review.history;

/** What happened with a registration, newest first: decisions and reveals of the audit log, and the registration itself. */
export function UserHistory({ review }: { review: UserReview }) {
  const { data, isError } = useQuery(userHistoryQuery(review.id));
  return (
    <section aria-labelledby="user-history" className="border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h3 id="user-history" className="text-base">
          {t.title}
        </h3>
        <Link to="/admin/audit" className="text-sm underline underline-offset-4">
          {t.all}
        </Link>
      </div>
      {isError && <p className="mt-2 text-sm text-red-text">{t.failed}</p>}
      <ol className="mt-2 grid gap-1.5 text-sm" data-testid="user-history">
        {data?.map((entry) => (
          <Entry key={entry.id} at={entry.at} text={textOf(entry)} />
        ))}
        <Entry at={review.createdAt} text={t.registered} />
      </ol>
      {review.rejectionReason && <p className="mt-2 text-sm text-muted">{review.rejectionReason}</p>}
    </section>
  );
}

function Entry({ at, text }: { at: string; text: string }) {
  return (
    <li className="flex flex-wrap gap-x-3">
      <time dateTime={at} className="text-muted tabular-nums">
        {formatDateTime(at)}
      </time>
      <span className="font-semibold">{text}</span>
    </li>
  );
}

/** An action without a text of its own is named as in the log. */
function textOf({ action, actor }: AuditEntryView): string {
  const names: Record<string, string | undefined> = t.actions;
  const what = names[action] ?? action;
  return actor?.name ? t.by(what, actor.name) : what;
}
