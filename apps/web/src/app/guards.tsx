import type { Role } from '@abato/contracts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '@/components/spinner';
import { useProfileRefresh } from '@/lib/profile';
import { useSession } from '@/lib/session';
import { common } from '@/texts/en/common';

/**
 * Lets signed-in users through (specification §2).
 * @param role one role, a list, or nothing for any role
 * @param redirect where a wrong role goes instead of /unauthorized
 */
export function RequireSession({
  role,
  redirect,
}: {
  role?: Role | readonly Role[];
  redirect?: Partial<Record<Role, string>>;
}) {
  const { restoring, user, ended } = useSession();
  const location = useLocation();
  if (restoring) return <Spinner size="large" fullScreen caption={common.loading} />;
  if (!user) {
    return (
      <Navigate
        to="/login"
        replace
        state={ended === 'logout' ? null : { from: location, reason: ended ?? 'needed' }}
      />
    );
  }
  const allowed = role === undefined ? null : typeof role === 'string' ? [role] : role;
  if (allowed && !allowed.includes(user.role)) {
    return <Navigate to={redirect?.[user.role] ?? '/unauthorized'} replace />;
  }
  // Another account sees nothing that was drawn for this one.
  return <Fresh key={user.id} />;
}

/** Role and approval may have changed since the session was stored. */
function Fresh() {
  useProfileRefresh();
  return <Outlet />;
}
