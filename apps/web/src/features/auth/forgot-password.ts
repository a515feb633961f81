import { api } from '@/lib/api';

/** POST /auth/forgot-password: the answer is the same for known and unknown addresses. */
export function forgotPassword(request: { email: string }): Promise<null> {
  return api.post<null>('/auth/forgot-password', request);
}
