import { hostRules, type HostView } from '@abato/contracts';
import { AdminForm, PictureField, useAdminForm } from '@/components/admin/admin-form';
import { showForm } from '@/components/admin/ask';
import { imageProblem } from '@/components/admin/image-field';
import { TextArea, TextField } from '@/components/field';
import { formData } from '@/lib/admin/form-data';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHosts } from '@/texts/en/admin-hosts';
import { createHost, saveHost } from './api';

const t = adminHosts.form;

interface HostInput {
  name: string;
  email: string;
  phone: string;
  description: string;
  logo?: File;
  removeLogo?: boolean;
}

/** Where a host form's texts are kept when the session expires. */
export const hostDraftKey = (hostId?: string) => `host:${hostId ?? 'new'}`;

/** @param host undefined for a new one */
export const openHostForm = (host?: HostView) =>
  showForm({ title: host ? t.editTitle : t.createTitle, description: t.lead }, (close) => (
    <HostForm host={host} onClose={close} />
  ));

function HostForm({ host, onClose }: { host: HostView | undefined; onClose: () => void }) {
  const form = useAdminForm<HostInput>({
    rules: hostRules,
    defaultValues: {
      name: host?.name ?? '',
      email: host?.email ?? '',
      phone: host?.phone ?? '',
      description: host?.description ?? '',
      logo: undefined,
      removeLogo: false,
    },
    check: ({ logo }) => ({ logo: logo && imageProblem(logo) }),
    draftKey: hostDraftKey(host?.id),
    run: (input) => {
      const body = formData({ ...input, removeLogo: input.removeLogo || undefined });
      return host ? saveHost(host.id, body) : createHost(body);
    },
    success: host ? t.updated : t.created,
    onClose,
  });
  return (
    <AdminForm
      form={form}
      submit={host ? adminForms.save : t.create}
      onCancel={onClose}
      testId="host-form-submit"
    >
      <TextField label={t.name} autoComplete="organization" {...form.field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t.email} type="email" autoComplete="email" {...form.field('email')} />
        <TextField
          label={t.phone}
          type="tel"
          hint={t.phoneHint}
          autoComplete="tel"
          {...form.field('phone')}
        />
      </div>
      <TextArea label={t.description} {...form.field('description')} />
      <PictureField
        form={form}
        name="logo"
        removal="removeLogo"
        label={t.logo}
        optional
        current={host?.logo}
        testId="host-logo"
      />
    </AdminForm>
  );
}
