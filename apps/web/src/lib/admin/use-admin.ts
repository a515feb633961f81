import type { Role } from '@abato/contracts';
import { useSession } from '@/lib/session';

/** The signed-in organiser or super admin. The guards above every admin page see to it that there is one. */
export function useAdmin(): { id: string; role: Role; superAdmin: boolean } {
  const { user } = useSession();
  return {
    id: user?.id ?? '',
    role: user?.role ?? 'COMPANY_ADMIN',
    superAdmin: user?.role === 'SUPER_ADMIN',
  };
}
