import { MOBILE_NETWORKS, normalisePhone, suggestNetwork, type MobileNetwork } from '@abato/contracts';
import { CreditCard, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { optionsOf, SelectField } from '@/components/field';
import { mobileMoneyTexts as t } from '@/texts/en/mobile-money';
import { voteTexts } from '@/texts/en/vote';

/** How a paid vote is paid: on the provider's page, or by a prompt on the voter's phone. */
export interface PayWay {
  momo: boolean;
  /** What the voter chose; null follows the number. */
  network: MobileNetwork | null;
  error?: string;
}

/** On a phone the wallet in the hand is asked first. */
export function usualWay(): PayWay {
  return { momo: window.matchMedia('(max-width: 639px)').matches, network: null };
}

/** The network that will be asked: the chosen one, else the one that first issued the number. */
export function networkFor(way: PayWay, phone: string): MobileNetwork | null {
  const e164 = normalisePhone(phone);
  return way.network ?? (e164 ? suggestNetwork(e164) : null);
}

/** What the button of a paid vote says. @param total with its currency */
export function payLabel(way: PayWay, phone: string, total: string): string {
  if (!way.momo) return voteTexts.proceed;
  const network = networkFor(way, phone);
  return t.submit(total, network && t.networks[network]);
}

export function PayChoice({ way, onChange }: { way: PayWay; onChange: (way: PayWay) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold max-sm:sr-only">{t.choice}</legend>
      <div className="grid grid-cols-2 gap-2">
        <Option
          testId="pay-momo"
          checked={way.momo}
          onSelect={() => onChange({ ...way, momo: true })}
          icon={<Smartphone aria-hidden className="size-5 shrink-0 max-sm:hidden" />}
        >
          {t.momo}
        </Option>
        <Option
          testId="pay-checkout"
          checked={!way.momo}
          onSelect={() => onChange({ ...way, momo: false, error: undefined })}
          icon={<CreditCard aria-hidden className="size-5 shrink-0 max-sm:hidden" />}
        >
          {t.checkout}
        </Option>
      </div>
    </fieldset>
  );
}

/** Beside the number, which suggests it; the voter may have kept the number when switching. */
export function NetworkField({
  way,
  phone,
  onChange,
}: {
  way: PayWay;
  phone: string;
  onChange: (way: PayWay) => void;
}) {
  return (
    <SelectField
      label={t.network}
      error={way.error}
      data-testid="momo-network"
      value={networkFor(way, phone) ?? ''}
      placeholder={t.choose}
      options={optionsOf(MOBILE_NETWORKS, t.networks)}
      className="[&_select]:pl-2.5 [&_select]:text-sm"
      onChange={({ target }) =>
        onChange({ momo: true, network: MOBILE_NETWORKS.find((one) => one === target.value) ?? null })
      }
    />
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
    <label className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border-[1.5px] border-edge px-3 py-1.5 text-sm leading-tight font-semibold has-checked:border-gold-text has-checked:bg-gold-soft has-checked:text-gold-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-text">
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
