import { auditFilters } from '@abato/contracts';
import { useState } from 'react';
import { AdminHead } from '@/components/admin/admin-head';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { optionsOf, SelectField, TextField } from '@/components/field';
import { useAdmin } from '@/lib/admin/use-admin';
import { useRulesForm } from '@/lib/form';
import { adminAudit as t } from '@/texts/en/admin-audit';
import { AuditList, type AuditFilterValues } from './audit-list';

const NO_FILTERS: AuditFilterValues = {
  action: '',
  subjectType: '',
  actor: '',
  subject: '',
  from: '',
  to: '',
};

/** Who decided what and when: for super admins everything, for organisers what is about their contests. */
export function AuditPage() {
  const { superAdmin } = useAdmin();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [page, setPage] = useState(1);
  const show = (next: AuditFilterValues) => {
    setPage(1);
    setFilters(next);
  };
  return (
    <>
      <AdminHead title={t.title} subtitle={t.subtitle(superAdmin)} />
      <div className="grid grid-cols-1 gap-6">
        <AuditFilterBar onShow={show} />
        <AuditList filters={filters} page={page} onPage={setPage} emptyHint={t.emptyHint} />
      </div>
    </>
  );
}

function AuditFilterBar({ onShow }: { onShow: (filters: AuditFilterValues) => void }) {
  const form = useRulesForm<AuditFilterValues>({ rules: auditFilters, defaultValues: NO_FILTERS });
  const texts = t.filters;
  const show = form.handleSubmit((values) => onShow({ ...NO_FILTERS, ...values }));
  return (
    <Card className="p-5">
      <form
        noValidate
        onSubmit={(event) => void show(event)}
        className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
      >
        <TextField label={texts.action} hint={texts.actionHint} {...form.field('action')} />
        <SelectField
          label={texts.subjectType}
          blank={texts.all}
          options={optionsOf(auditFilters.subjectType.oneOf, t.subjects)}
          {...form.field('subjectType')}
        />
        <TextField label={texts.subject} {...form.field('subject')} />
        <TextField label={texts.actor} {...form.field('actor')} />
        <TextField label={texts.from} type="date" {...form.field('from')} />
        <TextField label={texts.to} type="date" {...form.field('to')} />
        <div className="flex flex-wrap gap-3 sm:col-span-full">
          <Button type="submit" data-testid="audit-show">
            {texts.apply}
          </Button>
          <Button
            variant="outline"
            onClick={() => {
              form.reset(NO_FILTERS);
              onShow(NO_FILTERS);
            }}
            data-testid="clear-filters"
          >
            {texts.clear}
          </Button>
        </div>
      </form>
    </Card>
  );
}
