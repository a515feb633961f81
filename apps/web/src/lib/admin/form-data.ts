/** Form data for uploads: numbers and booleans as plain text, lists as JSON, absent values left out. */
export function formData(
  values: Record<string, string | number | boolean | readonly object[] | File | undefined | null>,
): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    if (value instanceof File) data.set(key, value);
    else data.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return data;
}
