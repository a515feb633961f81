import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@/styles/main.css';
import { shareNonceWithLibraries } from '@/lib/nonce';
import { startTheme } from '@/lib/theme';
import { App } from './app';

startTheme();
shareNonceWithLibraries();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// After everything the first picture needs; not inside other people's pages.
if (import.meta.env.PROD && window.self === window.top) {
  window.addEventListener('load', () => {
    void import('@/service-worker/register').then(({ keepAppForOffline }) => keepAppForOffline());
  });
}
