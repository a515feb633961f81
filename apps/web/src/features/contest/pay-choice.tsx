import { MOBILE_NETWORKS, normalisePhone, suggestNetwork, type MobileNetwork } from '@abato/contracts';
import { CreditCard, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { optionsOf, SelectField } from '@/components/field';
import { mobileMoneyTexts as t } from '@/texts/en/mobile-money';

/** How a paid vote is paid: on the provider's page, or by a prompt on the voter's phone. */
export interface PayWay {
  momo: boolean;
  /** What the voter chose; null follows the number. */
  network: MobileNetwork | null;
  error?: string;
}

/** The network that will be asked: the chosen one, else the one that first issued the number. */
export function networkFor(way: PayWay, phone: string): MobileNetwork | null {
  const e164 = normalisePhone(phone);
  return way.network ?? (e164 ? suggestNetwork(e164) : null);
}

export function PayChoice({
  way,
  phone,
  onChange,
}: {
  way: PayWay;
  phone: string;
  onChange: (way: PayWay) => void;
}) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-semibold">{t.choice}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        <Option
          testId="pay-momo"
          checked={way.momo}
          onSelect={() => onChange({ ...way, momo: true })}
          icon={<Smartphone aria-hidden className="size-5 shrink-0" />}
        >
          {t.momo}
        </Option>
        <Option
          testId="pay-checkout"
          checked={!way.momo}
          onSelect={() => onChange({ ...way, momo: false, error: undefined })}
          icon={<CreditCard aria-hidden className="size-5 shrink-0" />}
        >
          {t.checkout}
        </Option>
      </div>
      {way.momo && (
        <SelectField
          label={t.network}
          hint={t.networkHint}
          error={way.error}
          data-testid="momo-network"
          value={networkFor(way, phone) ?? ''}
          placeholder={t.chooseNetwork}
          options={optionsOf(MOBILE_NETWORKS, t.networks)}
          onChange={({ target }) =>
            onChange({ momo: true, network: MOBILE_NETWORKS.find((one) => one === target.value) ?? null })
          }
        />
      )}
    </fieldset>
  );
}

function Option({
  testId,
  checked,
  onSelect,
  icon,
  children,
}: {
  testId: string;
  checked: boolean;
  onSelect: () => void;
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-touch cursor-pointer items-center gap-2.5 rounded-md border-[1.5px] border-edge px-3.5 py-2 text-sm font-semibold has-checked:border-gold-text has-checked:bg-gold-soft has-checked:text-gold-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-text">
      <input
        type="radio"
        name="pay-way"
        data-testid={testId}
        checked={checked}
        onChange={onSelect}
        className="size-4 shrink-0 accent-gold-deep"
      />
      {icon}
      {children}
    </label>
  );
}
