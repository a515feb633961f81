import { hostRules, type HostView } from '@abato/contracts';
import { useWatch } from 'react-hook-form';
import { FormActions } from '@/components/admin/form-actions';
import { ImageField, imageProblem } from '@/components/admin/image-field';
import { TextArea, TextField } from '@/components/field';
import { useAdminAction } from '@/lib/admin/use-admin-action';
import { useRulesForm } from '@/lib/form';
import { adminForms } from '@/texts/en/admin-forms';
import { adminHosts } from '@/texts/en/admin-hosts';
import { saveHost, type HostInput } from './save-host';

/** Where a host form's texts wait when the session expires. */
export const hostDraftKey = (hostId: string | undefined) => `host:${hostId ?? 'new'}`;

export function HostForm({ host, onClose }: { host?: HostView; onClose: () => void }) {
  const t = adminHosts.form;
  const form = useRulesForm<HostInput>({
    rules: hostRules,
    defaultValues: {
      name: host?.name ?? '',
      email: host?.email ?? '',
      phone: host?.phone ?? '',
      description: host?.description ?? '',
      logo: undefined,
    },
    check: ({ logo }) => ({ logo: logo && imageProblem(logo) }),
    draftKey: hostDraftKey(host?.id),
  });
  const logo = useWatch({ control: form.control, name: 'logo' });
  const save = useAdminAction({
    run: (input: HostInput) => saveHost(host?.id, input),
    success: host ? t.updated : t.created,
    onDone: onClose,
    quietFailure: true,
  });
  const submit = form.handleSubmit((input) => save.mutateAsync(input).catch(form.showFailure));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
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
      <ImageField
        label={t.logo}
        optional
        current={host?.logo}
        file={logo}
        error={form.formState.errors.logo?.message}
        onFile={(file) => {
          form.clearErrors('logo');
          form.setValue('logo', file);
        }}
        testId="host-logo"
      />
      <FormActions
        submit={host ? adminForms.save : t.create}
        busy={save.isPending}
        onCancel={onClose}
        testId="host-form-submit"
      />
    </form>
  );
}
