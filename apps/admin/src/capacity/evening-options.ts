import { type Command, type Given, Refusal } from '../command.js';

/** Options that say how large an evening is. */
export const EVENING_OPTIONS = {
  viewers: { type: 'string', value: 'number', meaning: 'people who watch at once' },
  contestants: {
    type: 'string',
    value: 'number',
    meaning: 'contestants whose counts change between two messages; 20',
  },
  categories: {
    type: 'string',
    value: 'number',
    meaning: 'categories that these are spread over; 1',
  },
  payments: {
    type: 'string',
    value: 'number',
    meaning: 'payments begun a second; one viewer in a hundred within ten minutes',
  },
  gigabits: { type: 'string', value: 'number', meaning: 'network to viewers, in Gbit/s; 10' },
} satisfies Command['options'];

/** @throws Refusal when it is no positive number, or missing without a fallback */
export function amount(given: Given, option: string, fallback?: number): number {
  const text = given.options[option];
  if (text === undefined && fallback !== undefined) return fallback;
  const value = typeof text === 'string' && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  if (value > 0) return value;
  throw new Refusal(`--${option} must be a positive number; see --help`);
}
