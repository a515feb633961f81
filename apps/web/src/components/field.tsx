import clsx from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import { controlTexts } from '@/texts/en/controls';
import { IconButton } from './button';
import { Select } from './select';

interface FieldFrame {
  label: string;
  hint?: string;
  /** Marks the field as optional; everything else is required. */
  optional?: boolean;
  error?: string;
  className?: string;
}

export const controlClass =
  'block w-full min-h-touch rounded-md border-[1.5px] border-edge bg-raised px-3.5 py-2.5 text-base text-ink ' +
  'placeholder:text-muted aria-invalid:border-red-text aria-invalid:bg-red-soft/40 ' +
  'disabled:cursor-not-allowed disabled:bg-sunken read-only:bg-sunken';

function Frame({
  id,
  label,
  hint,
  optional,
  error,
  className,
  children,
}: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 flex items-baseline justify-between gap-3 text-sm font-semibold">
        {label}
        {optional && <span className="text-xs font-normal text-muted">{controlTexts.optional}</span>}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-red-text">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint: string | undefined, error: string | undefined): string | undefined {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined;
}

type TextFieldProps = FieldFrame & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, hint, optional, error, className, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, optional, error, className }}>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={controlClass}
        {...input}
      />
    </Frame>
  );
}

/** A text that a list is searched for. @param onSearch called with each change of it */
export function SearchField({
  onSearch,
  ...field
}: Omit<TextFieldProps, 'type' | 'onChange'> & { onSearch: (text: string) => void }) {
  return <TextField {...field} type="search" onChange={(event) => onSearch(event.target.value)} />;
}

/** A password that can be shown: typing blind on a phone is where wrong passwords come from. */
/** A password manager is told which password the field takes. */
interface PasswordFieldProps extends TextFieldProps {
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({ label, hint, optional, error, className, ...input }: PasswordFieldProps) {
  const id = useId();
  const [visible, setVisible] = useState(false);
  return (
    <Frame {...{ id, label, hint, optional, error, className }}>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className={clsx(controlClass, 'pr-12')}
          {...input}
          type={visible ? 'text' : 'password'}
        />
        <IconButton
          label={visible ? controlTexts.hidePassword : controlTexts.showPassword}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
          className="absolute top-0 right-0.5 text-muted"
        >
          {visible ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
        </IconButton>
      </div>
    </Frame>
  );
}

export function TextArea({
  label,
  hint,
  optional,
  error,
  className,
  ...input
}: FieldFrame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, optional, error, className }}>
      <textarea
        id={id}
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={controlClass}
        {...input}
      />
    </Frame>
  );
}

/** A value and its name. */
export type Option = readonly [value: string, name: string];

/** The options of a closed list of values. */
export const optionsOf = <V extends string>(values: readonly V[], names: Record<V, string>): Option[] =>
  values.map((value) => [value, names[value]]);

/**
 * @param placeholder the first option, which cannot be chosen
 * @param blank the first option, for no choice
 * @param children further options, for groups
 */
export function SelectField({
  label,
  hint,
  optional,
  error,
  className,
  placeholder,
  blank,
  options = [],
  children,
  ...input
}: FieldFrame &
  SelectHTMLAttributes<HTMLSelectElement> & {
    placeholder?: string;
    blank?: string;
    options?: readonly Option[];
  }) {
  const id = useId();
  const first = placeholder ?? blank;
  return (
    <Frame {...{ id, label, hint, optional, error, className }}>
      <Select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...input}
      >
        {first !== undefined && (
          <option value="" disabled={placeholder !== undefined}>
            {first}
          </option>
        )}
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        {children}
      </Select>
    </Frame>
  );
}

export function Checkbox({
  label,
  className,
  ...input
}: { label: ReactNode; className?: string } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className={clsx('flex min-h-touch items-center gap-3 text-sm', className)}>
      <input type="checkbox" className="size-5 shrink-0 accent-green" {...input} />
      <span>{label}</span>
    </label>
  );
}
