import { api } from '@/lib/api';

export interface ResetPasswordRequest {
  /** From the mailed link; works once. */
  token: string;
  password: string;
  confirmPassword: string;
}

/** POST /auth/reset-password */
export function resetPassword(request: ResetPasswordRequest): Promise<null> {
  return api.post<null>('/auth/reset-password', request);
}
