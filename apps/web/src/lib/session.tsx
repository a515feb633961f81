import type { Role, SessionView, StoredUser, UserView } from '@abato/contracts';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { api } from './api';
import { publicContestKey } from './public-contest';
import { queryClient } from './query-client';
import { announceSessionCleared, SESSION_CLEARED } from './session-cleared';
import {
  clearAccount,
  isSessionKey,
  readSession,
  storedUserOf,
  writeSession,
  type StoredSession,
} from './storage';
import { listen } from './store';

interface SessionState {
  /** Until the stored session was read. */
  restoring: boolean;
  session: StoredSession | null;
  /** How the last session of this page ended: after a logout by hand the guard does not carry the location along. */
  ended: 'logout' | 'expired' | null;
}

export interface SessionValue {
  restoring: boolean;
  user: StoredUser | null;
  ended: SessionState['ended'];
  login: (session: SessionView) => void;
  /** Goes on with a new token of the same user. */
  renew: (session: SessionView) => void;
  /** Revokes the token on the server (best effort) and forgets it here at once. */
  logout: () => void;
  updateUser: (user: UserView | StoredUser) => void;
}

const SessionContext = createContext<SessionValue | null>(null);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ restoring: true, session: null, ended: null });

  // Another tab signed in or out.
  const onStorage = useEffectEvent(({ key }: StorageEvent) => {
    if (!isSessionKey(key)) return;
    const session = readSession();
    if (session?.user.id !== state.session?.user.id) announceSessionCleared();
    if (session) setState({ restoring: false, session, ended: null });
  });
  useEffect(() => {
    const expire = () => {
      forgetAnswers();
      setState({ restoring: false, session: null, ended: 'expired' });
    };
    setState({ restoring: false, session: readSession(), ended: null });
    const ends = [
      listen<StorageEvent>(window, 'storage', (event) => onStorage(event)),
      listen(window, SESSION_CLEARED, expire),
    ];
    return () => ends.forEach((end) => end());
  }, []);

  const renew = useCallback(({ token, user }: SessionView) => {
    const session = { token, user: storedUserOf(user) };
    writeSession(session);
    setState({ restoring: false, session, ended: null });
  }, []);

  const login = useCallback(
    (session: SessionView) => {
      forgetAnswers();
      renew(session);
    },
    [renew],
  );

  const logout = useCallback(() => {
    // The request reads the token synchronously, before it is cleared below.
    api.ask('/auth/logout', undefined, { credentialsCall: true }).catch(() => undefined);
    clearAccount();
    forgetAnswers();
    setState({ restoring: false, session: null, ended: 'logout' });
  }, []);

  const updateUser = useCallback((user: UserView | StoredUser) => {
    setState((current) => {
      // An answer to the account that was signed in before.
      if (current.session?.user.id !== user.id) return current;
      const session = { token: current.session.token, user: storedUserOf(user) };
      if (JSON.stringify(session.user) === JSON.stringify(current.session.user)) return current;
      writeSession(session);
      return { ...current, session };
    });
  }, []);

  const value = useMemo<SessionValue>(
    () => ({
      restoring: state.restoring,
      user: state.session?.user ?? null,
      ended: state.ended,
      login,
      renew,
      logout,
      updateUser,
    }),
    [state, login, renew, logout, updateUser],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** What was read for this account. The public detail of contests stays: a page that shows it goes on with its live counts. */
function forgetAnswers(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== publicContestKey[0] });
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession needs the SessionProvider');
  return value;
}

/** Approved only when both say so (specification §4). */
export function isApprovedUser(user: Pick<StoredUser, 'isApproved' | 'approvalStatus'>): boolean {
  return user.isApproved === true && user.approvalStatus === 'APPROVED';
}

export function isAdminRole(role: Role | undefined): boolean {
  return role === 'COMPANY_ADMIN' || role === 'SUPER_ADMIN';
}

/** Where a role lands after signing in. */
export function homeOf(role: Role): string {
  return role === 'SUPER_ADMIN' ? '/admin/dashboard' : role === 'COMPANY_ADMIN' ? '/admin/hosts' : '/';
}

export function initialsOf(user: { firstName: string; lastName: string }): string {
  return `${user.firstName.trim()[0] ?? ''}${user.lastName.trim()[0] ?? ''}`.toUpperCase() || '?';
}
