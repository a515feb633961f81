import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api';
import { connection } from './connection';

/** Server state lives here and nowhere else; the socket writes into it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server's refusals do not change by asking again; lost connections and overload may.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
      retryDelay: (attempt) => 800 * 2 ** attempt + Math.random() * 400,
      // Try at once while "offline": many captive networks report it wrongly, and the error box says more than waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
});

// What failed or grew old while the server was out of reach is read again as soon as it answers.
onlineManager.setEventListener((setOnline) =>
  connection.subscribe(() => setOnline(connection.get() === 'online')),
);
