import type { SessionView } from '@abato/contracts';
import { api } from '@/lib/api';

export interface LoginRequest {
  email: string;
  password: string;
}

/** POST /auth/login. A 401 here means wrong credentials, not an ended session. */
export function login(request: LoginRequest): Promise<SessionView> {
  return api.post<SessionView>('/auth/login', request, { credentialsCall: true });
}
