import { z } from 'zod';
import { missingInProduction, policyProblems, REQUIRED_IN_PRODUCTION } from './environment-policy.js';
import { schema } from './settings-schema.js';

/**
 * The settings of a process, parsed once. No other file reads `process.env`.
 */

export type Environment = z.infer<typeof schema> & { production: boolean };

/** Whether a paid contest needs a host with an approved settlement account. */
export const requiresSettlementAccount = (
  env: Pick<Environment, 'REQUIRE_SETTLEMENT_ACCOUNT' | 'production'>,
): boolean => (env.REQUIRE_SETTLEMENT_ACCOUNT ?? String(env.production)) === 'true';

/**
 * Parse the environment, or fail naming every mistake at once.
 * In production a missing or default secret, limits switched off, or a live provider key outside production stop the process.
 * @throws Error whose message lists each variable with what is wrong
 */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  const problems = result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (result.success) problems.push(...policyProblems(result.data, present));
  else if (present['NODE_ENV'] === 'production') problems.push(...missingInProduction(present, problems));
  if (!result.success || problems.length) {
    throw new Error(`The environment is not valid:\n  ${problems.join('\n  ')}`);
  }
  const production = result.data.NODE_ENV === 'production';
  // Without a secret of its own a server takes no requests of gateways.
  const isWithoutUssd = production && !present['USSD_SECRET'];
  const isWithoutReports = production && !present['SMS_REPORT_SECRET'];
  return {
    ...result.data,
    production,
    ...(isWithoutUssd && { USSD_SECRET: '' }),
    ...(isWithoutReports && { SMS_REPORT_SECRET: '' }),
  };
}

export type SettingName = keyof typeof schema.shape;

/** Whether a setting was given at all, for commands that can do without it. */
export function isSet(name: SettingName): boolean {
  return Boolean(process.env[name]);
}

/**
 * Parse some settings only: an operator's command needs fewer than a server does, a migration not even the secrets.
 * @throws Error whose message lists each variable with what is wrong
 */
export function readSettings<Name extends SettingName>(
  names: readonly Name[],
  source: NodeJS.ProcessEnv = process.env,
): Pick<Environment, Name> {
  const part = z.object(Object.fromEntries(names.map((name) => [name, schema.shape[name]])));
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = part.safeParse(present);
  if (result.success) return result.data as unknown as Pick<Environment, Name>;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not valid:\n  ${problems.join('\n  ')}`);
}

interface SettingDescription {
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
