import {
  bundlesFrom,
  bundlesProblem,
  MAX_BUNDLES,
  MAX_MULTIPLIER,
  MAX_WINDOWS,
  MIN_MULTIPLIER,
  pesewasFromCedis,
  type VoteWindow,
  windowsProblem,
} from '@abato/contracts';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Fold, type FoldProps } from '@/components/admin/form-sections';
import { Button, IconButton } from '@/components/button';
import { SelectField, TextField } from '@/components/field';
import { priceRuleTexts as t } from '@/texts/en/admin-price-rules';

/** What a form holds while it is typed: texts. */
export type TypedBundle = { votes: string | number; price: string | number };
export type TypedWindow = { from: string; until: string; multiplier: number };

/** ISO to what `<input type="datetime-local">` holds, in Ghana time. */
export const typedWindows = (windows: readonly VoteWindow[]): TypedWindow[] =>
  windows.map(({ from, until, multiplier }) => {
    return { from: from.slice(0, 16), until: until.slice(0, 16), multiplier };
  });

/** Why the offers do not fit the price; asked when each is fine by itself. */
export function offersProblem(
  votePrice: unknown,
  { bundles, windows = [] }: { bundles: readonly TypedBundle[]; windows?: readonly TypedWindow[] },
): { bundles?: string; windows?: string } {
  const pricePesewas = pesewasFromCedis(Number(votePrice) || 0) ?? 0;
  const offered = bundlesFrom(
    bundles.map(({ votes, price }) => ({ votes: Number(votes), price: Number(price) })),
  );
  const announced = windows
    .map(({ from, until }) => ({ from: `${from}Z`, until: `${until}Z`, multiplier: MIN_MULTIPLIER }))
    .sort((a, b) => a.from.localeCompare(b.from));
  return {
    bundles: bundlesProblem({ pricePesewas, bundles: offered }) ?? undefined,
    windows: windowsProblem(pricePesewas, announced) ?? undefined,
  };
}

/** Offers beside the single price. */
export function FoldedOffers(fold: Pick<FoldProps, 'isOpen' | 'isWrong' | 'children'>) {
  return <Fold title={t.title} hint={t.hint} testId="price-rules" {...fold} />;
}

/** Rows that are typed into a list, as one value of the form. */
interface RowsOf<Row> {
  value: readonly Row[];
  onChange: (rows: Row[]) => void;
  error: string | undefined;
}

function rowsOf<Row extends object>(value: readonly Row[], onChange: (rows: Row[]) => void) {
  return {
    change: (at: number, part: Partial<Row>) =>
      onChange(value.map((row, nr) => (nr === at ? { ...row, ...part } : row))),
    remove: (at: number) => onChange(value.filter((_, nr) => nr !== at)),
  };
}

export function BundlesField({ value, onChange, error }: RowsOf<TypedBundle>) {
  const { change, remove } = rowsOf(value, onChange);
  return (
    <Rows
      title={t.bundles}
      hint={t.bundlesHint}
      error={error}
      add={value.length < MAX_BUNDLES ? () => onChange([...value, { votes: '', price: '' }]) : null}
      addLabel={t.addBundle}
    >
      {value.map(({ votes, price }, nr) => (
        // Rows have no identity of their own; every field is controlled.
        <div key={nr} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <TextField
            label={t.votes}
            type="number"
            inputMode="numeric"
            min="2"
            value={votes}
            onChange={(event) => change(nr, { votes: event.target.value })}
          />
          <TextField
            label={t.price}
            type="number"
            step="0.01"
            inputMode="decimal"
            value={price}
            onChange={(event) => change(nr, { price: event.target.value })}
          />
          <Remove label={t.removeBundle(nr + 1)} onClick={() => remove(nr)} />
        </div>
      ))}
    </Rows>
  );
}

const TIMES = Array.from({ length: MAX_MULTIPLIER - MIN_MULTIPLIER + 1 }, (_, nr) =>
  String(MIN_MULTIPLIER + nr),
);

export function WindowsField({ value, onChange, error }: RowsOf<TypedWindow>) {
  const { change, remove } = rowsOf(value, onChange);
  return (
    <Rows
      title={t.windows}
      hint={t.windowsHint}
      error={error}
      add={
        value.length < MAX_WINDOWS ? () => onChange([...value, { from: '', until: '', multiplier: 2 }]) : null
      }
      addLabel={t.addWindow}
    >
      {value.map(({ from, until, multiplier }, nr) => (
        <div key={nr} className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[1fr_1fr_7rem_auto]">
          <TextField
            label={t.from}
            type="datetime-local"
            className="max-sm:col-span-2"
            value={from}
            onChange={(event) => change(nr, { from: event.target.value })}
          />
          <TextField
            label={t.until}
            type="datetime-local"
            className="max-sm:col-span-2"
            value={until}
            onChange={(event) => change(nr, { until: event.target.value })}
          />
          <SelectField
            label={t.multiplier}
            options={TIMES.map((times) => [times, t.times(times)])}
            value={String(multiplier)}
            onChange={(event) => change(nr, { multiplier: Number(event.target.value) })}
          />
          <Remove label={t.removeWindow(nr + 1)} onClick={() => remove(nr)} />
        </div>
      ))}
    </Rows>
  );
}

function Rows({
  title,
  hint,
  error,
  add,
  addLabel,
  children,
}: {
  title: string;
  hint: string;
  error: string | undefined;
  /** null: there are as many as there may be. */
  add: (() => void) | null;
  addLabel: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">{title}</legend>
      <p className="text-xs text-muted">{hint}</p>
      {children}
      {error && (
        <p role="alert" className="text-sm font-medium text-red-text">
          {error}
        </p>
      )}
      {add && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-4" /> {addLabel}
        </Button>
      )}
    </fieldset>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick} className="mb-px">
      <Trash2 aria-hidden className="size-5" />
    </IconButton>
  );
}
