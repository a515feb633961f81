import { checkField, isDateTime, type Rules } from '@abato/contracts';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { ApiError, errorText } from './api';
import { useDraft } from './form-drafts';
import { toast } from './toast';
// With the form, not with its first write: the network may have gone by then.
import './writes/write';

export type ExtraCheck<T> = (values: T) => Partial<Record<keyof T & string, string>>;

/** What `<input type="datetime-local">` gives. */
const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/**
 * Text inputs hold texts; rules for numbers want numbers, rules for dates want a time zone: Ghana's, which is UTC all year.
 * A blank number is absent.
 */
function typed(rule: Rules[string], raw: unknown): unknown {
  if (rule.type === 'isoDate' && typeof raw === 'string' && LOCAL_DATE_TIME.test(raw)) {
    const text = `${raw}Z`;
    return isDateTime(text) ? new Date(text).toISOString() : text;
  }
  if (rule.type === 'list' && Array.isArray(raw)) {
    const fields = Object.entries(rule.items ?? {});
    return raw.map((entry: Record<string, unknown>) =>
      Object.fromEntries(fields.map(([name, of]) => [name, typed(of, entry[name])])),
    );
  }
  if ((rule.type === 'integer' || rule.type === 'number') && typeof raw === 'string') {
    return raw.trim() === '' ? undefined : Number(raw);
  }
  return raw;
}

/**
 * The contract's rules as a react-hook-form resolver: the same patterns, limits and messages as the server's.
 * @param extra checks over several fields; asked only for fields that are fine by themselves
 */
export function rulesResolver<T extends FieldValues>(rules: Rules, extra?: ExtraCheck<T>): Resolver<T> {
  return (values) => {
    const errors: Record<string, { type: string; message: string }> = {};
    const result: Record<string, unknown> = { ...values };
    for (const [name, rule] of Object.entries(rules)) {
      const checked = checkField(name, rule, typed(rule, (values as Record<string, unknown>)[name]));
      if ('message' in checked) errors[name] = { type: 'rule', message: checked.message };
      else result[name] = checked.value;
    }
    for (const [name, message] of Object.entries(extra?.(values) ?? {})) {
      if (message) errors[name] ??= { type: 'check', message };
    }
    return Object.keys(errors).length
      ? { values: {}, errors: errors as FieldErrors<T> }
      : { values: result as T, errors: {} };
  };
}

export interface RulesFormOptions<T extends FieldValues> {
  rules: Rules;
  defaultValues: DefaultValues<T>;
  check?: ExtraCheck<T>;
  /** Keeps what was typed when the session expires, for the return after signing in. Never passwords or files. */
  draftKey?: string;
  /** Whether there is still something to keep when the session expires. */
  keepsDraft?: () => boolean;
}

/** Props of an input: registration, error text, and clearing the error when the field is edited. */
export type FieldProps = UseFormRegisterReturn & { error: string | undefined };

export interface RulesForm<T extends FieldValues> extends UseFormReturn<T> {
  field: (name: Path<T>) => FieldProps;
  /** Server errors go to their fields; the message goes into a toast. */
  showFailure: (error: unknown) => void;
}

export function useRulesForm<T extends FieldValues>(options: RulesFormOptions<T>): RulesForm<T> {
  const { rules, check, draftKey, defaultValues } = options;
  const draft = useDraft(draftKey, () => ((options.keepsDraft?.() ?? true) ? form.getValues() : null));
  const form = useForm<T>({
    defaultValues: { ...defaultValues, ...draft } as DefaultValues<T>,
    resolver: rulesResolver<T>(rules, check),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: true,
  });

  const errors = form.formState.errors as Record<string, { message?: string } | undefined>;
  return {
    ...form,
    field: (name) => ({
      ...form.register(name, { onChange: () => form.clearErrors(name) }),
      error: errors[name]?.message,
    }),
    showFailure: (error) => {
      if (error instanceof ApiError) {
        for (const { field, message } of error.fields) {
          if (field in rules) form.setError(field as Path<T>, { type: 'server', message: message });
        }
      }
      toast.error(errorText(error));
    },
  };
}
