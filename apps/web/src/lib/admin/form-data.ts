/** Form data for uploads: numbers and booleans as plain text, absent values left out. */
export function formData(
  values: Record<string, string | number | boolean | File | undefined | null>,
): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    data.set(key, value instanceof File ? value : String(value));
  }
  return data;
}
