import {
  submitAddressRules,
  submitBirthdayRules,
  submitOtpRules,
  submitPhoneRules,
  submitPinRules,
  type ChargePaymentResult,
  type Rules,
} from '@abato/contracts';
import type { ComponentProps } from 'react';
import { Button } from '@/components/button';
import { TextField } from '@/components/field';
import { useRulesForm } from '@/lib/form';
import { mobileMoneyTexts as t } from '@/texts/en/mobile-money';
import { useAnswerCharge } from '../api';

type Field = Pick<ComponentProps<typeof TextField>, 'label' | 'type' | 'inputMode' | 'autoComplete'>;
interface Question {
  /** Last part of the route that takes the answer. */
  path: string;
  rules: Rules;
  fields: Record<string, Field>;
  send: string;
}

/** What a charge may ask the payer for. The question itself is the provider's, above the form. */
const QUESTIONS: Partial<Record<ChargePaymentResult['step'], Question>> = {
  enter_voucher: {
    path: 'otp',
    rules: submitOtpRules,
    fields: { otp: { label: t.fields.otp, inputMode: 'numeric', autoComplete: 'one-time-code' } },
    send: t.sendVoucher,
  },
  enter_pin: {
    path: 'pin',
    rules: submitPinRules,
    fields: { pin: { label: t.fields.pin, type: 'password', inputMode: 'numeric', autoComplete: 'off' } },
    send: t.send,
  },
  enter_phone: {
    path: 'phone',
    rules: submitPhoneRules,
    fields: { phone: { label: t.fields.phone, type: 'tel', inputMode: 'tel', autoComplete: 'tel' } },
    send: t.send,
  },
  enter_birthday: {
    path: 'birthday',
    rules: submitBirthdayRules,
    fields: { birthday: { label: t.fields.birthday, type: 'date', autoComplete: 'bday' } },
    send: t.send,
  },
  enter_address: {
    path: 'address',
    rules: submitAddressRules,
    fields: {
      address: { label: t.fields.address, autoComplete: 'street-address' },
      city: { label: t.fields.city, autoComplete: 'address-level2' },
      state: { label: t.fields.state, autoComplete: 'address-level1' },
      zipCode: { label: t.fields.zipCode, autoComplete: 'postal-code' },
    },
    send: t.send,
  },
};

/** The form for what the provider asks; nothing when it asks for nothing. */
export function ChargeQuestion({ reference, step }: Pick<ChargePaymentResult, 'reference' | 'step'>) {
  const question = QUESTIONS[step];
  return question ? <QuestionForm key={step} reference={reference} question={question} /> : null;
}

function QuestionForm({ reference, question }: { reference: string; question: Question }) {
  const { path, rules, fields, send } = question;
  const answerCharge = useAnswerCharge(reference, path);
  const names = Object.keys(fields);
  const form = useRulesForm<Record<string, string>>({
    rules,
    defaultValues: Object.fromEntries(names.map((name) => [name, ''])),
  });
  const submit = form.handleSubmit(async (answer) => {
    try {
      await answerCharge(answer);
      form.reset();
    } catch (error) {
      form.showFailure(error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="space-y-3">
      {names.map((name) => (
        <TextField
          key={name}
          {...fields[name]}
          label={fields[name]?.label ?? name}
          data-testid={`${name}-input`}
          {...form.field(name)}
        />
      ))}
      <Button
        type="submit"
        className="w-full"
        busy={form.formState.isSubmitting}
        data-testid={`${path}-submit`}
      >
        {send}
      </Button>
    </form>
  );
}
