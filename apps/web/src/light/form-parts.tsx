import { type FormProof, lightTexts as t, type Problem } from '@abato/contracts';
import type { ComponentPropsWithoutRef } from 'react';

/** Fields that are sent along unseen. */
export function Hidden({ fields }: { fields: FormProof | Readonly<Record<string, string>> }) {
  return Object.entries(fields as Record<string, string>).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}

export function ProblemBox({ problem }: { problem: Problem | null }) {
  return (
    problem && (
      <p className="e" role="alert">
        <b>{t.problems.title}</b>: {problem.message}
      </p>
    )
  );
}

export function errorOf(problem: Problem | null, ...names: string[]): string | null {
  return problem?.errors.find(({ field: name }) => names.includes(name))?.message ?? null;
}

export function FieldError({ name, error }: { name: string; error: string | null }) {
  return (
    error && (
      <div>
        <i id={`${name}-e`}>{error}</i>
      </div>
    )
  );
}

/** A field with its label, its hint and what is wrong with it, each on a line of its own in text browsers too. */
export function Field({
  name,
  label,
  hint,
  error,
  value = '',
  ...attributes
}: Omit<ComponentPropsWithoutRef<'input'>, 'value'> & {
  name: string;
  label: string;
  hint?: string;
  error: string | null;
  value?: string;
}) {
  const about = [...(error ? [`${name}-e`] : []), ...(hint ? [`${name}-h`] : [])].join(' ');
  return (
    <>
      <div>
        <label htmlFor={name}>{label}</label>
      </div>
      <FieldError name={name} error={error} />
      <div>
        <input
          id={name}
          name={name}
          {...attributes}
          aria-describedby={about || undefined}
          aria-invalid={error ? true : undefined}
          defaultValue={value}
        />
      </div>
      {hint && (
        <div>
          <small id={`${name}-h`}>{hint}</small>
        </div>
      )}
    </>
  );
}

export function Choice({
  name,
  chosen,
  value,
  label,
}: {
  name: 'pay' | 'prove';
  chosen: string;
  value: string;
  label: string;
}) {
  return (
    <div>
      <label className="r">
        <input type="radio" name={name} value={value} defaultChecked={chosen === value} /> {label}
      </label>
    </div>
  );
}

/** A button that says which step it is. */
export function Step({ step, label, quiet }: { step: string; label: string; quiet?: boolean }) {
  return (
    <button className={quiet ? 'q' : undefined} name="step" value={step}>
      {label}
    </button>
  );
}
