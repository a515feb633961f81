import { useEffect } from 'react';

/** Failures of figures beside the main subject are only logged and left out (specification §8). */
export function useLoggedFailure(text: string, error: unknown): void {
  useEffect(() => {
    if (error) console.warn(text, error);
  }, [text, error]);
}
