import type { SettingName } from './environment.js';
import { schema } from './settings-schema.js';
import { REQUIRED_IN_PRODUCTION } from './environment-policy.js';

export interface SettingDescription {
  name: SettingName;
  meaning: string;
  /** Value without the variable; undefined when there is none. */
  fallback: string | undefined;
  /** `always`: no process that uses it starts without. `production`: a default exists and production refuses it. */
  required: 'always' | 'production' | 'no';
}

/** Settings with their meaning and default, for the generated reference and the checks of what operators deploy. */
export function describeSettings(): SettingDescription[] {
  return Object.entries(schema.shape).map(([key, type]) => {
    const name = key as SettingName;
    const parsed = type.safeParse(undefined);
    const inProduction = (REQUIRED_IN_PRODUCTION as readonly string[]).includes(name);
    return {
      name,
      meaning: type.description ?? '',
      fallback: parsed.success && parsed.data !== undefined ? String(parsed.data) : undefined,
      required: !parsed.success ? 'always' : inProduction ? 'production' : 'no',
    };
  });
}
