import { useNavigate } from 'react-router-dom';
import { useSession } from './session';

/** Clears the session and goes to /login (specification §2), without the current location. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const { logout } = useSession();
  return () => {
    logout();
    void navigate('/login', { replace: true });
  };
}
