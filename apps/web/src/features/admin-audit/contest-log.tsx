import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { List } from '@/components/admin/list';
import { ButtonLink } from '@/components/button';
import { adminAudit } from '@/texts/en/admin-audit';
import { adminConsole } from '@/texts/en/admin-console';
import { auditQuery } from './api';
import { AuditTable } from './audit-table';

/** What the audit log holds about one contest. */
export function ContestLog({ contestId }: { contestId: string }) {
  const t = adminConsole.log;
  const [page, setPage] = useState(1);
  const entries = useQuery(
    auditQuery({ action: '', subjectType: '', actor: '', subject: contestId, from: '', to: '' }, page),
  );
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-2xl">{t.title}</h2>
          <p className="mt-1 text-sm text-muted">{t.lead}</p>
        </div>
        <ButtonLink variant="outline" size="sm" to="/admin/audit">
          {t.all}
        </ButtonLink>
      </div>
      <List
        query={entries}
        empty={{ icon: ScrollText, title: adminAudit.empty, text: t.none }}
        onPage={setPage}
      >
        {(rows) => <AuditTable entries={rows} />}
      </List>
    </section>
  );
}
