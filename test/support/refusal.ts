import type { ApiAnswer } from './http.js';

/** Expects that a call is refused. @param message all of it, or what `expect.stringContaining` asks for */
export async function expectRefusal(
  call: Promise<ApiAnswer<unknown>>,
  status: number,
  code: string,
  message: unknown = expect.any(String),
): Promise<void> {
  expect(await call).toMatchObject({ status, code, message });
}
